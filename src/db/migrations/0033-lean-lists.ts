import { followInSqlite } from './0013-follow-in-sqlite.ts'
import type { SqlMigration } from './sql-migration.ts'

const counted = 'repo_id, kind, facet, value, state'
const facets = `${counted}, thread_id`

/** What they are found by is the whole row, or nearly: it is written once, and not again as a key to itself. */
const asKeys = [
  `create table facets_before as select ${facets} from thread_facets`,
  'drop table thread_facets',
  `create table thread_facets (
    repo_id   bigint not null,
    kind      text not null,
    facet     text not null,
    value     bigint not null,
    state     text not null,
    thread_id bigint not null references threads (id) on delete cascade,
    primary key (${facets})
  ) without rowid`,
  `insert into thread_facets (${facets}) select ${facets} from facets_before order by ${facets}`,
  'drop table facets_before',
  'create index thread_facets_thread on thread_facets (thread_id, facet, value)',
  `create table counts_before as select ${counted}, count from facet_counts`,
  'drop table facet_counts',
  `create table facet_counts (
    repo_id bigint not null references repos (id) on delete cascade,
    kind    text not null,
    facet   text not null,
    value   bigint not null,
    state   text not null,
    count   integer not null,
    primary key (${counted})
  ) without rowid`,
  `insert into facet_counts (${counted}, count) select ${counted}, count from counts_before`,
  'drop table counts_before',
]

/** They went with their table. */
const followAgain = followInSqlite.filter((one) => one.includes(' on thread_facets'))

/** A new thread has no label, and nobody needs to look. */
const addedAtOnce = [
  'drop trigger threads_bare',
  'drop trigger threads_added',
  `create trigger threads_added after insert on threads begin
    insert into thread_facets (${facets})
      select new.repo_id, new.kind, 'author', new.author_id, new.state, new.id where new.author_id is not null
      union all select new.repo_id, new.kind, 'milestone', coalesce(new.milestone_id, 0), new.state, new.id
      union all select new.repo_id, new.kind, 'assignee', 0, new.state, new.id
      union all select new.repo_id, new.kind, 'label', 0, new.state, new.id;
  end`,
]

/** Opening a thread writes a fifth less: indexes hold only rows that are looked for by them. */
export const leanLists: SqlMigration = {
  name: '0033-lean-lists',
  up: `
    drop index threads_closer;
    create index threads_closer on threads (closed_by) where closed_by is not null;
    drop index threads_milestone;
    create index threads_milestone on threads (milestone_id, kind, state, number) where milestone_id is not null;
  `,
  after: { sqlite: [...asKeys, ...followAgain, ...addedAtOnce], postgres: [] },
}
