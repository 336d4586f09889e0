// A message as Telegram shows it: Russian, HTML-escaped, cut into parts that the Bot API takes.
// Pure; telegram-channel.ts sends them.
import { formatInstant, formatNumber } from '../text/russian-format.ts'
import { isHighSurrogate, MAX_MESSAGE_UNITS } from '../text/telegram-html.ts'
import { escapeXml } from '../text/xml-text.ts'
import type { Outgoing } from './outgoing.ts'

/**
 * Each text begins with a heading of ours: a part that a stranger's words begin could pose as
 * another message, and Telegram refuses one that shows nothing.
 * @returns one text or more for `parse_mode` HTML, each within the Bot API's bound
 */
export function telegramTexts(outgoing: Outgoing): readonly string[] {
  const { title, fields, body } = contentOf(outgoing)
  const number = `Номер: ${outgoing.id}`
  const lines = [...fields, ['Время', formatInstant(outgoing.createdAt)]]
    .filter((field): field is [string, string] => field[1] !== null)
    .map(([name, value]) => `${name}: ${onOneLine(value)}`)
  const rest = `\n${[...lines, number].join('\n')}${body === null ? '' : `\n\n${body}`}`
  const further = `${title}, продолжение`
  const furtherRest = `\n${number}\n\n`
  const parts = split(rest, MAX_MESSAGE_UNITS - further.length - furtherRest.length)
  return parts.map((part, index) =>
    index === 0
      ? `<b>${escapeXml(title)}</b>${escapeXml(part)}`
      : `<b>${escapeXml(further)}</b>${escapeXml(furtherRest + part)}`,
  )
}

/** Otherwise a contact of several lines could give itself further fields, such as a user's name. */
function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
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
          ['Эл. почта', outgoing.email],
          ['Регион', outgoing.region],
        ],
        body: outgoing.comment,
      }
    case 'lead': {
      const { targetBudgetRub: budgetRub } = outgoing
      return {
        title: 'Заявка на трейд-ин',
        fields: [
          ['Сотрудник', outgoing.owner],
          ['Имя', outgoing.name],
          ['Телефон', outgoing.phone],
          ['Эл. почта', outgoing.email],
          ['Оценка', outgoing.estimateId],
          ['Комплекс', outgoing.targetComplex],
          ['Бюджет, ₽', budgetRub === null ? null : formatNumber(budgetRub)],
        ],
        body: outgoing.comment,
      }
    }
  }
}

/** Cuts after a line or word that ends in the last fifth, if any; never inside a character. */
function split(text: string, maxUnits: number): readonly string[] {
  const parts: string[] = []
  let left = text
  while (left.length > maxUnits) {
    const head = left.slice(0, maxUnits)
    const gap = Math.max(head.lastIndexOf('\n'), head.lastIndexOf(' '))
    let end = gap >= maxUnits * 0.8 ? gap + 1 : maxUnits
    if (isHighSurrogate(left.charCodeAt(end - 1))) end -= 1
    parts.push(left.slice(0, end))
    left = left.slice(end)
  }
  return left.trim() === '' ? parts : [...parts, left]
}
