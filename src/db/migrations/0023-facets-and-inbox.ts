import type { SqlMigration } from './sql-migration.ts'

const key = 'repo_id, kind, facet, value, state, thread_id'
/** A repository that is being deleted loses its labels before its threads: those get nothing new then. */
const bare = (id: string): string => `
  insert into thread_facets (${key})
    select repo_id, kind, 'label', 0, state, id from threads where id = ${id}
      and not exists (select 1 from thread_labels where thread_id = ${id})
      and exists (select 1 from repos where repos.id = threads.repo_id)
    on conflict do nothing;`
const dressed = "delete from thread_facets where thread_id = new.thread_id and facet = 'label' and value = 0;"
const called = `
  insert into thread_facets (${key})
    select repo_id, kind, 'mention', new.user_id, state, id from threads where id = new.thread_id
    on conflict do nothing;`
const forgotten = `
  delete from thread_facets where thread_id = old.thread_id and facet = 'mention' and value = old.user_id
    and not exists (select 1 from mentions where thread_id = old.thread_id and user_id = old.user_id);`

/**
 * Threads without a label, and those that somebody is called by name in, are listed as quickly as all others. What
 * somebody is done with leaves their inbox.
 */
export const facetsAndInbox: SqlMigration = {
  name: '0023-facets-and-inbox',
  up: `
    alter table notifications add column done_at bigint;

    insert into thread_facets (${key})
      select repo_id, kind, 'label', 0, state, id from threads
        where not exists (select 1 from thread_labels where thread_id = threads.id);
    insert into thread_facets (${key})
      select distinct threads.repo_id, threads.kind, 'mention', mentions.user_id, threads.state, threads.id
        from mentions join threads on threads.id = mentions.thread_id;
  `,
  after: {
    sqlite: [
      `create trigger threads_bare after insert on threads begin ${bare('new.id')} end`,
      `create trigger thread_labels_dressed after insert on thread_labels begin ${dressed} end`,
      `create trigger thread_labels_bared after delete on thread_labels begin ${bare('old.thread_id')} end`,
      `create trigger mentions_added after insert on mentions begin ${called} end`,
      `create trigger mentions_removed after delete on mentions begin ${forgotten} end`,
    ],
    postgres: [
      `create function follow_bareness() returns trigger language plpgsql as $$ begin
        if tg_table_name = 'threads' then ${bare('new.id')}
        elsif tg_op = 'INSERT' then ${dressed}
        else ${bare('old.thread_id')}
        end if;
        return null;
      end $$`,
      `create trigger threads_bare after insert on threads for each row execute function follow_bareness()`,
      `create trigger thread_labels_bared after insert or delete on thread_labels
        for each row execute function follow_bareness()`,
      `create function follow_mention() returns trigger language plpgsql as $$ begin
        if tg_op = 'INSERT' then ${called} else ${forgotten} end if;
        return null;
      end $$`,
      `create trigger mentions_changed after insert or delete on mentions
        for each row execute function follow_mention()`,
    ],
  },
}
