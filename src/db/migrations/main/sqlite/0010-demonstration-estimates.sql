-- Whether an estimate is of the demonstration town, as its answer says near its beginning: within a
-- text of an answer the quotes would be escaped.
alter table estimates add column is_demo integer not null default 0;
update estimates set is_demo = 1 where substr(body, 1, 1000) like '%"demo":true%';
