-- Whether an estimate is of the demonstration town, as its answer says near its beginning: within a
-- text of an answer the quotes would be escaped.
alter table estimates add column is_demo boolean not null default false;
update estimates set is_demo = true where substr(body, 1, 1000) like '%"demo":true%';
