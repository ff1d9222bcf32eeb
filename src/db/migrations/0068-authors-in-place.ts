import type { SqlMigration } from './sql-migration.ts'

const key = 'repo_id, kind, facet, value, state'
const bareness = 'case when new.milestone_id is null then 7 else 3 end'

const added = `
  insert into thread_facets (${key}, thread_id)
    select new.repo_id, new.kind, 'milestone', new.milestone_id, new.state, new.id where new.milestone_id is not null;
  insert into thread_facets (${key}, thread_id)
    values (new.repo_id, new.kind, 'bare', ${bareness}, new.state, new.id);`
const counted = `
  insert into facet_counts (${key}, count)
    select new.repo_id, new.kind, 'author', new.author_id, new.state, 1 where new.author_id is not null
    on conflict (${key}) do update set count = facet_counts.count + 1;`
const uncounted = `
  update facet_counts set count = count - 1 where repo_id = old.repo_id and kind = old.kind
    and facet = 'author' and value = old.author_id and state = old.state;`

/** With a repository its counts go as a whole. */
const isThere = 'exists (select 1 from repos where id = old.repo_id)'
const mine = `create index thread_facets_mine on thread_facets (value, facet, kind, state, thread_id, repo_id)
  where (facet = 'assignee' or facet = 'mention') and value <> 0`

/**
 * Whose a thread is stands in its own row, which indexes lead to: it needs no second one among what threads are looked for
 * by. What opening a thread writes into indexes gets less by a fifth.
 */
export const authorsInPlace: SqlMigration = {
  name: '0068-authors-in-place',
  up: '',
  after: {
    sqlite: [
      ...['threads_added', 'threads_orphaned', 'thread_facets_removed'].map((trigger) => `drop trigger ${trigger}`),
      // Taking a million rows out of an index one by one takes longer than making it anew.
      ...['thread_facets_thread', 'thread_facets_mine', 'threads_author'].map((index) => `drop index ${index}`),
      `delete from thread_facets where facet = 'author'`,
      'create index thread_facets_thread on thread_facets (thread_id, facet, value)',
      mine,
      // The id is at the end of every index anyway.
      'create index threads_author on threads (author_id, repo_id, kind, state)',
      'create index threads_mine on threads (author_id, kind, state)',
      `create trigger thread_facets_removed after delete on thread_facets when ${isThere} begin
        update facet_counts set count = count - 1 where repo_id = old.repo_id and kind = old.kind
          and facet = old.facet and value = old.value and state = old.state;
      end`,
      `create trigger threads_added after insert on threads begin ${added} ${counted} end`,
      `create trigger threads_counted after update of author_id, state on threads
        when old.author_id is not new.author_id or old.state <> new.state begin ${uncounted} ${counted} end`,
      `create trigger threads_removed after delete on threads when ${isThere} begin ${uncounted} end`,
    ],
    postgres: [
      'alter table thread_facets disable trigger thread_facets_counted',
      `delete from thread_facets where facet = 'author'`,
      'alter table thread_facets enable trigger thread_facets_counted',
      'drop index thread_facets_mine',
      mine,
      'drop index threads_author',
      'create index threads_author on threads (author_id, repo_id, kind, state, id)',
      'create index threads_mine on threads (author_id, kind, state, id)',
      `create or replace function follow_thread() returns trigger language plpgsql as $$ begin
        if tg_op = 'INSERT' then ${added} ${counted}
          return null;
        end if;
        if new.author_id is distinct from old.author_id or new.state <> old.state then ${uncounted} ${counted}
        end if;
        if new.state <> old.state then
          update thread_facets set state = new.state where thread_id = new.id;
        end if;
        if new.milestone_id is distinct from old.milestone_id then
          delete from thread_facets where thread_id = new.id and facet = 'milestone';
          insert into thread_facets (${key}, thread_id)
            select new.repo_id, new.kind, 'milestone', new.milestone_id, new.state, new.id
              where new.milestone_id is not null;
          update thread_facets set value = case when new.milestone_id is null then value | 4 else value & 3 end
            where thread_id = new.id and facet = 'bare' and (new.milestone_id is null) <> (old.milestone_id is null);
        end if;
        return null;
      end $$`,
      `create function forget_thread() returns trigger language plpgsql as $$ begin
        if ${isThere} then ${uncounted}
        end if;
        return null;
      end $$`,
      `create trigger threads_removed after delete on threads for each row execute function forget_thread()`,
    ],
  },
}
