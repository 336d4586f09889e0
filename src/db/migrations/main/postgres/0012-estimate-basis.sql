-- Whether the value that a list shows is a price asked or paid; null where there is no value.
-- Within a text of the answer every quotation mark has a backslash before it.
alter table estimates add column basis text;
update estimates set basis = substring(body from '"basis":"(ask|deal)"') where status = 'ok';
