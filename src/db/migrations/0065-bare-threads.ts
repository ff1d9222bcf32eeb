import type { SqlMigration } from './sql-migration.ts'

const key = 'repo_id, kind, facet, value, state'
const facets = `${key}, thread_id`
/** What a thread has nothing of, added up (see `bare` in features/threads/resolve-filter.ts). */
const [noLabel, noAssignee, noMilestone] = [1, 2, 4]
const all = noLabel + noAssignee + noMilestone
const oldRows = "value = 0 and (facet = 'label' or facet = 'assignee' or facet = 'milestone')"

const bareRows = `
  insert into thread_facets (${facets})
    select repo_id, kind, 'bare',
        case when exists (select 1 from thread_labels where thread_id = threads.id) then 0 else ${noLabel} end
        + case when exists (select 1 from thread_assignees where thread_id = threads.id) then 0 else ${noAssignee} end
        + case when milestone_id is null then ${noMilestone} else 0 end as bareness,
        state, id
      from threads order by repo_id, kind, bareness, state, id`
const bareCounts = `
  insert into facet_counts (${key}, count)
    select ${key}, count(*) from thread_facets where facet = 'bare' group by ${key}`

const added = `
  insert into thread_facets (${facets})
    select new.repo_id, new.kind, 'author', new.author_id, new.state, new.id where new.author_id is not null
    union all select new.repo_id, new.kind, 'milestone', new.milestone_id, new.state, new.id where new.milestone_id is not null
    union all select new.repo_id, new.kind, 'bare',
      case when new.milestone_id is null then ${all} else ${all - noMilestone} end, new.state, new.id;`
const moved = `
  delete from thread_facets where thread_id = new.id and facet = 'milestone';
  insert into thread_facets (${facets})
    select new.repo_id, new.kind, 'milestone', new.milestone_id, new.state, new.id where new.milestone_id is not null;
  update thread_facets
    set value = case when new.milestone_id is null then value | ${noMilestone} else value & ${all - noMilestone} end
    where thread_id = new.id and facet = 'bare' and (new.milestone_id is null) <> (old.milestone_id is null);`

const filled = (what: number): string => `
  update thread_facets set value = value & ${all - what}
    where thread_id = new.thread_id and facet = 'bare' and (value & ${what}) <> 0;`
const emptied = (what: number, table: string): string => `
  update thread_facets set value = value | ${what}
    where thread_id = old.thread_id and facet = 'bare' and (value & ${what}) = 0
      and not exists (select 1 from ${table} where thread_id = old.thread_id);`
const assigned = `${filled(noAssignee)}
  insert into thread_facets (${facets})
    select repo_id, kind, 'assignee', new.user_id, state, id from threads where id = new.thread_id;`
const unassigned = `
  delete from thread_facets where thread_id = old.thread_id and facet = 'assignee' and value = old.user_id;
  ${emptied(noAssignee, 'thread_assignees')}`

const count = (change: '+' | '-', row: 'old' | 'new'): string =>
  change === '-'
    ? `update facet_counts set count = count - 1 where repo_id = ${row}.repo_id and kind = ${row}.kind
        and facet = ${row}.facet and value = ${row}.value and state = ${row}.state;`
    : `insert into facet_counts (${key}, count)
        values (${row}.repo_id, ${row}.kind, ${row}.facet, ${row}.value, ${row}.state, 1)
        on conflict (${key}) do update set count = facet_counts.count + 1;`
/** With a repository its counts go as a whole. */
const isThere = 'exists (select 1 from repos where id = old.repo_id)'

const countInSqlite = [
  `create trigger thread_facets_added after insert on thread_facets begin ${count('+', 'new')} end`,
  `create trigger thread_facets_removed after delete on thread_facets when ${isThere} begin ${count('-', 'old')} end`,
  `create trigger thread_facets_changed after update on thread_facets when ${isThere} begin
    ${count('-', 'old')} ${count('+', 'new')}
  end`,
]

const replaced = [
  'threads_added',
  'threads_moved',
  'thread_labels_dressed',
  'thread_labels_bared',
  'thread_assignees_added',
  'thread_assignees_removed',
  'thread_facets_added',
  'thread_facets_removed',
  'thread_facets_changed',
]

/**
 * Most threads have no label, no assignee and no milestone when they are opened: that is one row among what they are looked
 * for by, where it was three, each with its entries in indexes and its count.
 */
export const bareThreads: SqlMigration = {
  name: '0065-bare-threads',
  up: '',
  after: {
    sqlite: [
      ...replaced.map((trigger) => `drop trigger ${trigger}`),
      // Taking a million rows out of an index one by one takes longer than making it anew.
      'drop index thread_facets_thread',
      `delete from thread_facets where ${oldRows}`,
      `delete from facet_counts where ${oldRows}`,
      bareRows,
      bareCounts,
      'create index thread_facets_thread on thread_facets (thread_id, facet, value)',
      ...countInSqlite,
      `create trigger threads_added after insert on threads begin ${added} end`,
      `create trigger threads_moved after update of milestone_id on threads
        when old.milestone_id is not new.milestone_id begin ${moved} end`,
      `create trigger thread_labels_dressed after insert on thread_labels begin ${filled(noLabel)} end`,
      `create trigger thread_labels_bared after delete on thread_labels begin ${emptied(noLabel, 'thread_labels')} end`,
      `create trigger thread_assignees_added after insert on thread_assignees begin ${assigned} end`,
      `create trigger thread_assignees_removed after delete on thread_assignees begin ${unassigned} end`,
    ],
    postgres: [
      'alter table thread_facets disable trigger thread_facets_counted',
      `delete from thread_facets where ${oldRows}`,
      `delete from facet_counts where ${oldRows}`,
      bareRows,
      bareCounts,
      'alter table thread_facets enable trigger thread_facets_counted',
      `create or replace function count_facet() returns trigger language plpgsql as $$ begin
        if tg_op <> 'INSERT' and not ${isThere} then
          return null;
        end if;
        if tg_op <> 'INSERT' then ${count('-', 'old')} end if;
        if tg_op <> 'DELETE' then ${count('+', 'new')} end if;
        return null;
      end $$`,
      'drop trigger threads_bare on threads',
      `create or replace function follow_thread() returns trigger language plpgsql as $$ begin
        if tg_op = 'INSERT' then ${added}
          return null;
        end if;
        if new.state <> old.state then
          update thread_facets set state = new.state where thread_id = new.id;
        end if;
        if new.milestone_id is distinct from old.milestone_id then ${moved}
        end if;
        if new.author_id is null and old.author_id is not null then
          delete from thread_facets where thread_id = new.id and facet = 'author';
        end if;
        return null;
      end $$`,
      `create or replace function follow_bareness() returns trigger language plpgsql as $$ begin
        if tg_op = 'INSERT' then ${filled(noLabel)}
        else ${emptied(noLabel, 'thread_labels')}
        end if;
        return null;
      end $$`,
      `create or replace function follow_thread_assignee() returns trigger language plpgsql as $$ begin
        if tg_op = 'INSERT' then ${assigned}
        else ${unassigned}
        end if;
        return null;
      end $$`,
    ],
  },
}
