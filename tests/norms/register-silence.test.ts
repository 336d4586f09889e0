import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isSilent } from '../../src/norms/register-silence.ts'

describe('the words of a register', () => {
  for (const text of [
    null,
    '',
    '-',
    '—',
    'н/д',
    '\u00a0нет  данных\t',
    'Нет данных',
    'Данные отсутствуют',
    'Сведения отсутствуют',
    'Не установлено',
    'не установлена',
    'НЕ УКАЗАНО',
    'Не определён',
    'Неизвестно',
    'Отсутствует',
    'Категория не установлена',
    'Категория земель: не установлена',
    'Вид разрешённого использования не установлен',
  ]) {
    it(`say nothing: ${text}`, () => assert.equal(isSilent(text), true))
  }

  for (const text of [
    'Земли населённых пунктов',
    'Земли запаса',
    '2.6',
    'Для складов',
    'для размещения нежилых помещений',
    'Склады, категория не установлена',
    'Не жилая застройка',
    'Отсутствующая застройка: склады',
  ]) {
    it(`say something: ${text}`, () => assert.equal(isSilent(text), false))
  }
})
