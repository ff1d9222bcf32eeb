import type { SqlMigration } from './sql-migration.ts'

// What a repository is found by. Whoever asks compares the text itself as well: this only names those worth a look.
const textOf = (repo: string) =>
  `owners.name_key || '/' || ${repo}.slug_key || ' ' || ${repo}.description || ' ' || ${repo}.topics`

/**
 * Repositories by any three letters in a row of their name, description and topics: a search by a part of a name went
 * through all there are. Kept by triggers, so that a version that does not know of it keeps it as well.
 */
export const repoSearch: SqlMigration = {
  name: '0035-repo-search',
  isDerived: true,
  up: '',
  after: {
    sqlite: [
      `create virtual table repo_search using fts5 (text, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram')`,
      `insert into repo_search (rowid, text)
        select repos.id, ${textOf('repos')} from repos join owners on owners.id = repos.owner_id`,
      `create trigger repo_search_added after insert on repos begin
        insert into repo_search (rowid, text) select new.id, ${textOf('new')} from owners where owners.id = new.owner_id;
      end`,
      `create trigger repo_search_changed after update of owner_id, slug_key, description, topics on repos begin
        delete from repo_search where rowid = old.id;
        insert into repo_search (rowid, text) select new.id, ${textOf('new')} from owners where owners.id = new.owner_id;
      end`,
      `create trigger repo_search_removed after delete on repos begin
        delete from repo_search where rowid = old.id;
      end`,
      `create trigger repo_search_renamed after update of name_key on owners begin
        delete from repo_search where rowid in (select id from repos where owner_id = new.id);
        insert into repo_search (rowid, text)
          select repos.id, ${textOf('repos')} from repos join owners on owners.id = repos.owner_id where owners.id = new.id;
      end`,
    ],
    postgres: [
      `create table repo_search (repo_id bigint primary key references repos (id) on delete cascade, grams text[] not null)`,
      `create function grams_of(text text) returns text[] language sql immutable as $$
        select coalesce(array_agg(distinct substr(lower(text), at, 3)), '{}')
          from generate_series(1, length(lower(text)) - 2) at
      $$`,
      `create function note_repo_search() returns trigger language plpgsql as $$
      begin
        insert into repo_search (repo_id, grams)
          select new.id, grams_of(${textOf('new')}) from owners where owners.id = new.owner_id
          on conflict (repo_id) do update set grams = excluded.grams;
        return null;
      end $$`,
      `create trigger repo_search_changed after insert or update of owner_id, slug_key, description, topics on repos
        for each row execute function note_repo_search()`,
      `create function note_owner_search() returns trigger language plpgsql as $$
      begin
        update repo_search set grams = grams_of(${textOf('repos')})
          from repos join owners on owners.id = repos.owner_id
          where repo_search.repo_id = repos.id and owners.id = new.id;
        return null;
      end $$`,
      `create trigger repo_search_renamed after update of name_key on owners
        for each row execute function note_owner_search()`,
      // Behind the triggers, which let nobody write until all is there: half a second for ten thousand.
      `insert into repo_search (repo_id, grams)
        select repos.id, grams_of(${textOf('repos')}) from repos join owners on owners.id = repos.owner_id`,
      `create index repo_search_grams on repo_search using gin (grams) with (fastupdate = off)`,
    ],
  },
}
