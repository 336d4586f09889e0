-- People of a city, in the row that has neither street nor house and so is the city itself.
alter table addresses add column population integer;
