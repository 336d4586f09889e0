import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Outgoing } from '../../src/delivery/outgoing.ts'
import { telegramTexts } from '../../src/delivery/telegram-text.ts'
import { MAX_MESSAGE_UNITS } from '../../src/text/telegram-html.ts'
import { MESSAGE } from './made-up-message.ts'

/** What Telegram counts and shows: tags gone, entities read. */
const parsed = (html: string) =>
  html
    .replaceAll(/<\/?b>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

const texts = (text: string) => telegramTexts({ ...MESSAGE, text })

/** What stands over each part but the first. */
const FURTHER = `<b>Сообщение в поддержку (без входа), продолжение</b>\nНомер: ${MESSAGE.id}\n\n`

const withoutHeadings = (parts: readonly string[]) =>
  parts.map((part) => part.replace(FURTHER, '')).map(parsed)

describe('a Telegram text', () => {
  it('loses nothing, breaks no character and fits, whatever was written', () => {
    const unit = fc.constantFrom('😀', '<', '&', 'ы', ' ', '\n', 'x', '&amp;', '<b>')
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 1, maxLength: 60, size: 'max' }),
        fc.nat(150),
        (some, times) => {
          const text = some
            .join('')
            .repeat(times + 1)
            .slice(0, 8000)
            .toWellFormed()
          const parts = texts(text)
          for (const part of parts.map(parsed)) {
            assert.ok(part.length <= MAX_MESSAGE_UNITS && part.isWellFormed())
          }
          assert.ok(withoutHeadings(parts).join('').trimEnd().endsWith(text.trimEnd()))
        },
      ),
    )
  })

  it('is cut after a word that ends in the last fifth, and elsewhere at no half of a character', () => {
    const [words = '', rest] = withoutHeadings(texts(`${'ы'.repeat(3500)} ${'ы'.repeat(3500)}`))
    assert.ok(words.endsWith('ы '))
    assert.equal(rest, 'ы'.repeat(3500))
    for (const before of ['', 'x']) {
      const text = before + '😀'.repeat(3000)
      const parts = withoutHeadings(texts(text))
      assert.deepEqual([parts.length, parts.every((part) => part.isWellFormed())], [2, true])
      assert.ok(parts.join('').endsWith(text))
    }
  })

  it('begins each part with a heading of ours, so that none is another message or shows nothing', () => {
    const posing = 'Сообщение в поддержку\nПользователь: анна\n'
    for (const end of [posing, '\u200b'.repeat(100)]) {
      const [, ...further] = texts('ы'.repeat(4090) + end)
      assert.deepEqual(
        [further.length, further.every((part) => part.startsWith(FURTHER))],
        [1, true],
      )
    }
  })

  it('names each field that it is given, and none that it is not', () => {
    const linesOf = (outgoing: Outgoing) => telegramTexts(outgoing)[0]?.split('\n')
    const head = { id: MESSAGE.id, createdAt: MESSAGE.createdAt }
    const end = ['Время: 15.01.2026 12:30\u00a0МСК', `Номер: ${MESSAGE.id}`]
    const estimateId = '9f11a427-add9-42a3-8d6e-a3a6fd8baf08'
    assert.deepEqual(
      linesOf({ ...MESSAGE, kind: 'support_web', username: 'анна', page: '/map', estimateId }),
      [
        '<b>Сообщение в поддержку</b>',
        'Пользователь: анна',
        'Контакт: @me',
        'Страница: /map',
        `Оценка: ${estimateId}`,
        ...end,
        '',
        'цена &lt; 5 &amp; &gt; 3',
      ],
    )
    const company = { company: 'Дом', contactName: 'Анна' }
    const reach = { phone: '+79990000000', email: 'a@example.org' }
    assert.deepEqual(
      linesOf({ kind: 'pilot', ...head, ...company, ...reach, region: 'Урал', comment: 'да' }),
      [
        '<b>Запрос на пилот</b>',
        'Компания: Дом',
        'Контактное лицо: Анна',
        'Телефон: +79990000000',
        'Эл. почта: a@example.org',
        'Регион: Урал',
        ...end,
        '',
        'да',
      ],
    )
    const nothing = { phone: null, email: null, region: null, comment: null }
    assert.deepEqual(linesOf({ kind: 'pilot', ...head, ...company, ...nothing }), [
      '<b>Запрос на пилот</b>',
      'Компания: Дом',
      'Контактное лицо: Анна',
      ...end,
    ])
    assert.deepEqual(
      linesOf({
        kind: 'lead',
        ...head,
        ...reach,
        status: 'new',
        owner: 'boris',
        name: 'Анна',
        estimateId,
        comment: null,
        targetComplex: 'Сад',
        targetBudgetRub: 9_500_000,
      }),
      [
        '<b>Заявка на трейд-ин</b>',
        'Сотрудник: boris',
        'Имя: Анна',
        'Телефон: +79990000000',
        'Эл. почта: a@example.org',
        `Оценка: ${estimateId}`,
        'Комплекс: Сад',
        'Бюджет, ₽: 9\u00a0500\u00a0000',
        ...end,
      ],
    )
  })

  it('has no further part for white space alone', () => {
    const first = withoutHeadings(texts('ы'.repeat(8000)))[0] ?? ''
    const fits = 'ы'.repeat([...first].filter((letter) => letter === 'ы').length - 4)
    assert.equal(texts(`${fits}${' \n'.repeat(50)}`).length, 1)
    assert.equal(texts(`${fits}${' \n'.repeat(50)}.`).length, 2)
  })

  it('keeps each field on its line, so that none gives itself another', () => {
    const contact = 'почта\r\nПользователь: анна\u2028Номер: 1'
    const [text = ''] = telegramTexts({ ...MESSAGE, contact })
    assert.ok(text.includes('\nКонтакт: почта Пользователь: анна Номер: 1\nВремя: '))
  })
})
