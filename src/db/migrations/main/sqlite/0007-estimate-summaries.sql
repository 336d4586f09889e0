-- What a list says of an estimate, beside the answer as a whole, which is long to read.
alter table estimates add column valuation_date text not null default '';
alter table estimates add column address text;
alter table estimates add column area_m2 real not null default 0;
alter table estimates add column rooms integer not null default 0;
alter table estimates add column market_rub integer;
alter table estimates add column level integer;

-- A text of a database holds no U+0000.
update estimates set
  valuation_date = body ->> '$.valuation_date',
  address = replace(body, '\u0000', '\u2400') ->> '$.subject.address',
  area_m2 = body ->> '$.subject.area_m2',
  rooms = body ->> '$.subject.rooms',
  market_rub = body ->> '$.value.market_rub',
  level = body ->> '$.confidence.level';
