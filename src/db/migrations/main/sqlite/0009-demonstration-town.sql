-- One row from the making of a database until the first start of the service has loaded the
-- demonstration town or passed it over. A database that has been used does not get one.
create table demo_town_due (due integer not null);
insert into demo_town_due
  select 1 where not exists (select 1 from users)
    and not exists (select 1 from user_events)
    and not exists (select 1 from datasets);
