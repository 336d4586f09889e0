-- What a list says of an estimate, beside the answer as a whole, which is long to read.
alter table estimates add column valuation_date text not null default '';
alter table estimates add column address text;
alter table estimates add column area_m2 double precision not null default 0;
alter table estimates add column rooms integer not null default 0;
alter table estimates add column market_rub bigint;
alter table estimates add column level integer;

-- A text of a database holds neither U+0000 nor half of a surrogate pair; JSON writes both as \u.
update estimates set
  valuation_date = read.body ->> 'valuation_date',
  address = read.body #>> '{subject,address}',
  area_m2 = (read.body #>> '{subject,area_m2}')::double precision,
  rooms = (read.body #>> '{subject,rooms}')::integer,
  market_rub = (read.body #>> '{value,market_rub}')::bigint,
  level = (read.body #>> '{confidence,level}')::integer
from (
  select
    estimate_id,
    regexp_replace(replace(body, '\u0000', '\u2400'), '\\ud[89a-f]..', '\\ufffd', 'g')::jsonb
      as body
  from estimates
) as read
where read.estimate_id = estimates.estimate_id;
