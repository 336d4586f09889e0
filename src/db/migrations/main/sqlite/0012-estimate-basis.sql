-- Whether the value that a list shows is a price asked or paid; null where there is no value.
alter table estimates add column basis text;
update estimates set basis = body ->> '$.value.basis' where status = 'ok';
