import type { SqlMigration } from './sql-migration.ts'

// What a person is found by. Whoever asks compares the text itself as well: this only names those worth a look.
const textOf = (user: string) => `owners.name_key || ' ' || ${user}.full_name`

/**
 * For what went through whole tables to find a few rows: sessions and tokens that are over, what
 * somebody attached today, and people by any three letters
 * in a row of their names, or by how a name begins. Kept by triggers, so that a version that does not know of it keeps it
 * as well.
 */
export const flatLookups: SqlMigration = {
  name: '0037-flat-lookups',
  isDerived: true,
  up: `
    create index refresh_tokens_expiry on refresh_tokens (expires_at);
    create index sessions_ended on sessions (ended_at) where ended_at is not null;
    create index attachments_of_day on attachments (uploader_id, created_at);
  `,
  after: {
    sqlite: [
      'create index users_called on users (full_name collate nocase)',
      `create virtual table user_search using fts5 (text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram')`,
      `insert into user_search (rowid, text)
        select users.id, ${textOf('users')} from users join owners on owners.id = users.id`,
      `create trigger user_search_added after insert on users begin
        insert into user_search (rowid, text) select new.id, ${textOf('new')} from owners where owners.id = new.id;
      end`,
      `create trigger user_search_changed after update of full_name on users begin
        delete from user_search where rowid = old.id;
        insert into user_search (rowid, text) select new.id, ${textOf('new')} from owners where owners.id = new.id;
      end`,
      `create trigger user_search_removed after delete on users begin
        delete from user_search where rowid = old.id;
      end`,
      `create trigger user_search_renamed after update of name_key on owners begin
        delete from user_search where rowid in (select id from users where id = new.id);
        insert into user_search (rowid, text)
          select users.id, ${textOf('users')} from users join owners on owners.id = users.id where users.id = new.id;
      end`,
    ],
    postgres: [
      'create index owners_named on owners (name_key collate "C")',
      'create index users_called on users ((lower(full_name) collate "C"))',
      `create table user_search (user_id bigint primary key references users (id) on delete cascade, grams text[] not null)`,
      `create function note_user_search() returns trigger language plpgsql as $$
      begin
        insert into user_search (user_id, grams)
          select users.id, grams_of(${textOf('users')})
            from users join owners on owners.id = users.id where users.id = new.id
          on conflict (user_id) do update set grams = excluded.grams;
        return null;
      end $$`,
      `create trigger user_search_changed after insert or update of full_name on users
        for each row execute function note_user_search()`,
      `create trigger user_search_renamed after update of name_key on owners
        for each row execute function note_user_search()`,
      // Behind the triggers, which let nobody write until all is there.
      `insert into user_search (user_id, grams)
        select users.id, grams_of(${textOf('users')}) from users join owners on owners.id = users.id`,
      `create index user_search_grams on user_search using gin (grams) with (fastupdate = off)`,
    ],
  },
}
