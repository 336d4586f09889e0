-- What an account's events come to, read from the index alone: under attack one name has millions.
create index user_events_by_account on user_events (username, event_type, occurred_at);
