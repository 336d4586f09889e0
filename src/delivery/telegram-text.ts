// A message as Telegram shows it: Russian, HTML-escaped, cut into parts that the Bot API takes.
// Pure; telegram-channel.ts sends them.
import { formatInstant, formatNumber } from '../russian-format.ts'
import { isHighSurrogate, MAX_MESSAGE_UNITS } from '../telegram-html.ts'
import { escapeXml } from '../xml-text.ts'
import type { Outgoing } from './outgoing.ts'

/** @returns one text or more for `parse_mode` HTML, each within the Bot API's bound */
export function telegramTexts(outgoing: Outgoing): readonly string[] {
  const { title, fields, body } = contentOf(outgoing)
  const lines = [...fields, ['Время', formatInstant(outgoing.createdAt)], ['Номер', outgoing.id]]
    .filter((field): field is [string, string] => field[1] !== null)
    .map(([name, value]) => `${name}: ${value}`)
  const rest = `\n${lines.join('\n')}${body === null ? '' : `\n\n${body}`}`
  return split(title, rest).map((part, index) =>
    index === 0
      ? `<b>${escapeXml(title)}</b>${escapeXml(part.slice(title.length))}`
      : escapeXml(part),
  )
}

interface Content {
  readonly title: string
  readonly fields: readonly (readonly [name: string, value: string | null])[]
  readonly body: string | null
}

function contentOf(outgoing: Outgoing): Content {
  switch (outgoing.kind) {
    case 'support_web':
    case 'support_anon':
      return {
        title:
          outgoing.kind === 'support_web'
            ? 'Сообщение в поддержку'
            : 'Сообщение в поддержку (без входа)',
        fields: [
          ['Пользователь', outgoing.username],
          ['Контакт', outgoing.contact],
          ['Страница', outgoing.page],
          ['Оценка', outgoing.estimateId],
        ],
        body: outgoing.text,
      }
    case 'pilot':
      return {
        title: 'Запрос на пилот',
        fields: [
          ['Компания', outgoing.company],
          ['Контактное лицо', outgoing.contactName],
          ['Телефон', outgoing.phone],
          ['Почта', outgoing.email],
          ['Регион', outgoing.region],
        ],
        body: outgoing.comment,
      }
    case 'lead': {
      const { budgetRub } = outgoing.target
      return {
        title: 'Заявка на трейд-ин',
        fields: [
          ['Сотрудник', outgoing.owner],
          ['Имя', outgoing.name],
          ['Телефон', outgoing.phone],
          ['Почта', outgoing.email],
          ['Оценка', outgoing.estimateId],
          ['Комплекс', outgoing.target.complex],
          ['Бюджет, ₽', budgetRub === null ? null : formatNumber(budgetRub)],
        ],
        body: outgoing.comment,
      }
    }
  }
}

/** Cuts after a line or word that ends in the last fifth, if any; never inside a character. */
function split(title: string, rest: string): readonly string[] {
  const parts: string[] = []
  let left = title + rest
  while (left.length > MAX_MESSAGE_UNITS) {
    const head = left.slice(0, MAX_MESSAGE_UNITS)
    const gap = Math.max(head.lastIndexOf('\n'), head.lastIndexOf(' '))
    let end = gap >= MAX_MESSAGE_UNITS * 0.8 ? gap + 1 : MAX_MESSAGE_UNITS
    if (isHighSurrogate(left.charCodeAt(end - 1))) end -= 1
    parts.push(left.slice(0, end))
    left = left.slice(end)
  }
  // Telegram refuses a text of white space alone.
  return left.trim() === '' ? parts : [...parts, left]
}
