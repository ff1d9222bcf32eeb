const key = 'repo_id, kind, facet, value, state'
const facet = (value: string): string => `repo_id, kind, ${value}, state, id`

/** The same as in SQLite, in functions. */
export const followInPostgres: readonly string[] = [
  `create table thread_search (
    thread_id bigint primary key references threads (id) on delete cascade,
    words     tsvector not null
  )`,
  `create index thread_search_words on thread_search using gin (words)`,

  `create function follow_thread() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into thread_facets (${key}, thread_id)
        select new.repo_id, new.kind, 'author', new.author_id, new.state, new.id where new.author_id is not null
        union all select new.repo_id, new.kind, 'milestone', coalesce(new.milestone_id, 0), new.state, new.id
        union all select new.repo_id, new.kind, 'assignee', 0, new.state, new.id;
      return null;
    end if;
    if new.state <> old.state then
      update thread_facets set state = new.state where thread_id = new.id;
    end if;
    if new.milestone_id is distinct from old.milestone_id then
      update thread_facets set value = coalesce(new.milestone_id, 0)
        where thread_id = new.id and facet = 'milestone';
    end if;
    if new.author_id is null and old.author_id is not null then
      delete from thread_facets where thread_id = new.id and facet = 'author';
    end if;
    return null;
  end $$`,
  `create trigger threads_added after insert on threads for each row execute function follow_thread()`,
  `create trigger threads_changed after update of state, milestone_id, author_id on threads
    for each row execute function follow_thread()`,

  `create function follow_thread_label() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      insert into thread_facets (${key}, thread_id)
        select ${facet("'label', new.label_id")} from threads where id = new.thread_id;
    else
      delete from thread_facets where thread_id = old.thread_id and facet = 'label' and value = old.label_id;
    end if;
    return null;
  end $$`,
  `create trigger thread_labels_changed after insert or delete on thread_labels
    for each row execute function follow_thread_label()`,

  `create function follow_thread_assignee() returns trigger language plpgsql as $$ begin
    if tg_op = 'INSERT' then
      delete from thread_facets where thread_id = new.thread_id and facet = 'assignee' and value = 0;
      insert into thread_facets (${key}, thread_id)
        select ${facet("'assignee', new.user_id")} from threads where id = new.thread_id;
    else
      delete from thread_facets where thread_id = old.thread_id and facet = 'assignee' and value = old.user_id;
      insert into thread_facets (${key}, thread_id)
        select ${facet("'assignee', 0")} from threads where id = old.thread_id
          and not exists (select 1 from thread_assignees where thread_id = old.thread_id)
        on conflict do nothing;
    end if;
    return null;
  end $$`,
  `create trigger thread_assignees_changed after insert or delete on thread_assignees
    for each row execute function follow_thread_assignee()`,

  `create function count_facet() returns trigger language plpgsql as $$ begin
    -- With a repository its counts go as a whole: one by one, each would be slower than the last.
    if tg_op = 'DELETE' and not exists (select 1 from repos where id = old.repo_id) then
      return null;
    end if;
    if tg_op <> 'INSERT' then
      update facet_counts set count = count - 1 where repo_id = old.repo_id and kind = old.kind
        and facet = old.facet and value = old.value and state = old.state;
    end if;
    if tg_op <> 'DELETE' then
      insert into facet_counts (${key}, count)
        values (new.repo_id, new.kind, new.facet, new.value, new.state, 1)
        on conflict (${key}) do update set count = facet_counts.count + 1;
    end if;
    return null;
  end $$`,
  `create trigger thread_facets_counted after insert or update or delete on thread_facets
    for each row execute function count_facet()`,
]
