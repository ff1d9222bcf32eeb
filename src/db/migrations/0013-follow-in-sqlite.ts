const key = 'repo_id, kind, facet, value, state'
const facet = (value: string): string => `repo_id, kind, ${value}, state, id`

export const followInSqlite: readonly string[] = [
  // Whole words only, cut by us (see full-text.ts): all that it has to know is where one ends.
  `create virtual table thread_search using fts5 (words, detail = none, columnsize = 0, tokenize = "ascii tokenchars '_'")`,

  `create trigger threads_added after insert on threads begin
    insert into thread_facets (${key}, thread_id)
      select new.repo_id, new.kind, 'author', new.author_id, new.state, new.id where new.author_id is not null
      union all select new.repo_id, new.kind, 'milestone', coalesce(new.milestone_id, 0), new.state, new.id
      union all select new.repo_id, new.kind, 'assignee', 0, new.state, new.id;
  end`,
  `create trigger threads_turned after update of state on threads when old.state <> new.state begin
    update thread_facets set state = new.state where thread_id = new.id;
  end`,
  `create trigger threads_moved after update of milestone_id on threads
    when old.milestone_id is not new.milestone_id begin
    update thread_facets set value = coalesce(new.milestone_id, 0) where thread_id = new.id and facet = 'milestone';
  end`,
  `create trigger threads_orphaned after update of author_id on threads when new.author_id is null begin
    delete from thread_facets where thread_id = new.id and facet = 'author';
  end`,

  `create trigger thread_labels_added after insert on thread_labels begin
    insert into thread_facets (${key}, thread_id)
      select ${facet("'label', new.label_id")} from threads where id = new.thread_id;
  end`,
  `create trigger thread_labels_removed after delete on thread_labels begin
    delete from thread_facets where thread_id = old.thread_id and facet = 'label' and value = old.label_id;
  end`,

  `create trigger thread_assignees_added after insert on thread_assignees begin
    delete from thread_facets where thread_id = new.thread_id and facet = 'assignee' and value = 0;
    insert into thread_facets (${key}, thread_id)
      select ${facet("'assignee', new.user_id")} from threads where id = new.thread_id;
  end`,
  `create trigger thread_assignees_removed after delete on thread_assignees begin
    delete from thread_facets where thread_id = old.thread_id and facet = 'assignee' and value = old.user_id;
    insert into thread_facets (${key}, thread_id)
      select ${facet("'assignee', 0")} from threads where id = old.thread_id
        and not exists (select 1 from thread_assignees where thread_id = old.thread_id);
  end`,

  `create trigger thread_facets_added after insert on thread_facets begin
    insert into facet_counts (${key}, count)
      values (new.repo_id, new.kind, new.facet, new.value, new.state, 1)
      on conflict (${key}) do update set count = count + 1;
  end`,
  // With a repository its counts go as a whole.
  `create trigger thread_facets_removed after delete on thread_facets
    when exists (select 1 from repos where id = old.repo_id) begin
    update facet_counts set count = count - 1 where repo_id = old.repo_id and kind = old.kind
      and facet = old.facet and value = old.value and state = old.state;
  end`,
  `create trigger thread_facets_changed after update on thread_facets begin
    update facet_counts set count = count - 1 where repo_id = old.repo_id and kind = old.kind
      and facet = old.facet and value = old.value and state = old.state;
    insert into facet_counts (${key}, count)
      values (new.repo_id, new.kind, new.facet, new.value, new.state, 1)
      on conflict (${key}) do update set count = count + 1;
  end`,
]
