// What people type in towns of every kind: names in other languages and scripts, streets named by
// numbers, kinds and initials. The made-up town's own rules stand in suggest.test.ts.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openAddressIndex } from '../../src/addresses/index/address-index.ts'
import { suggest } from '../../src/addresses/suggest.ts'
import { buildAddressIndex } from './build-index.ts'
import { address, indexOf } from './town.ts'

const STREETS: readonly (readonly [city: string, street: string, house: string])[] = [
  ['Невоград', 'Большой проспект В.О.', '5'],
  ['Невоград', 'Большой проспект П.С.', '5'],
  ['Невоград', 'улица 1 Мая', '3'],
  ['Невоград', 'Большой Сампсониевский проспект', '5'],
  ['Невоград', '7-я линия В.О.', '34'],
  ['Невоград', 'проспект Обуховской Обороны', '5'],
  ['Невоград', 'набережная Обводного канала', '5'],
  ['Невоград', 'набережная канала Рыбакова', '5'],
  ['Невоград', 'улица 50 лет Победы', '12'],
  ['Невоград', 'площадь Александра Невского', '2'],
  ['Невоград', 'аллея Невского', '2'],
  ['Невоград', 'Невский проспект', '2'],
  ['Невоград', 'Ждановская набережная', '44'],
  ['Невоград', 'улица Ивановская', '44'],
  ['Невоград', 'улица Куйбышева', '37'],
  ['Невоград', 'Чкаловский проспект', '37'],
  ['Невоград', 'Варшавская улица', '42'],
  ['Невоград', 'улица Димитрова', '6'],
  ['Невоград', 'Гаванская улица', '6'],
  ['Невоград', 'улица Ильменская', '9'],
  ['Невоград', '1-я Советская улица', '57'],
  ['Невоград', 'улица Хутынская', '6'],
  ['Невоград', 'ул. 22-го Партсъезда', '46'],
  ['Невоград', 'улица XIX Партсъезда', '46'],
  ['Невоград', 'улица Ключевая', '6к2'],
  ['Невоград', 'улица Фучика', '17'],
  ['Невоград', 'Бухарестская улица', '17'],
  ['Невоград', 'Детская улица', '7'],
  ['Невоград', 'Большая Московская улица', '7'],
  ['Санкт-Петербург', 'Невская улица', '1'],
  ['Казань', 'улица Җәлил', '3'],
  ['Казань', 'улица Петра I', '5'],
  ['Казань', 'улица 1905 года', '5'],
  ['Якутск', 'улица Күндүл', '3'],
  ['Якутск', 'улица Дьөһөгөй', '3'],
  ['Якутск', '202-й микрорайон', '5'],
  ['Якутск', '17 квартал', '8'],
  ['Якутск', 'улица Квадратная', '1'],
  ['Якутск', 'мкр. ДСК', '138'],
  ['п. Октябрьский', 'Почтовая улица', '5'],
  ['рп Кольцово', 'Северная улица', '5'],
]

const index = openAddressIndex(
  buildAddressIndex(
    STREETS.map(([city, street, house], i) => address(city, street, house, i * 50)),
  ),
)
const first = (q: string) => {
  const [row] = suggest(index, { q }).suggestions
  return row && [row.street, row.house].filter(Boolean).join(', ')
}
const finds = (asked: readonly (readonly [q: string, found: string])[]) => {
  for (const [q, found] of asked) assert.equal(first(q), found, q)
}

describe('addresses of other towns', () => {
  it('are found by letters with marks, as ISO 9 has them', () => {
    finds([
      ['varšavskaâ ulica 42', 'Варшавская улица, 42'],
      ['Čkalovskij prospekt, 37', 'Чкаловский проспект, 37'],
      ['7-â liniâ v.o. 34', '7-я линия В.О., 34'],
      ['ul. 22-go partsʺezda 46', 'ул. 22-го Партсъезда, 46'],
    ])
  })
  it('are found by Latin letters as they are used in chats', () => {
    finds([
      ['ulica kuyby6eva 37', 'улица Куйбышева, 37'],
      ['4kalovskiy 37', 'Чкаловский проспект, 37'],
      ['4kalovskij prospekt 37', 'Чкаловский проспект, 37'],
      ['var6avskaja 42', 'Варшавская улица, 42'],
      ['jdanovskaya 44', 'Ждановская набережная, 44'],
      ['ploschad alexandra nevskogo 2', 'площадь Александра Невского, 2'],
      ['klyuchevaya6korpus2', 'улица Ключевая, 6к2'],
      ['klyuchevaya6kv5', 'улица Ключевая, 6к2'],
      ['7th line 34', '7-я линия В.О., 34'],
      ['spb nevskaya 1', 'Невская улица, 1'],
      ['st. petersburg, nevskaya 1', 'Невская улица, 1'],
    ])
  })
  it('are found by a beginning in Latin letters that ends within “ts”', () => {
    finds([['sovet 57', '1-я Советская улица, 57']])
  })
  it('are found by a beginning in Latin letters that is a Roman number too', () => {
    finds([['iv', 'улица Ивановская']])
  })
  it('are found between the two keys of one letter, “c” of “ch” and “k” of “kh”', () => {
    finds([
      ['ulitsa fuc', 'улица Фучика'],
      ['buk', 'Бухарестская улица'],
    ])
  })
  it('are found in Latin letters though the other layout finds something dearer', () => {
    finds([['7-ya l', '7-я линия В.О.']])
  })
  it('are found by a beginning that is a short word for a district as well', () => {
    finds([['Невоград, Большая Мо', 'Большая Московская улица']])
  })
  it('are found by Russian letters for those of other languages, and by their own', () => {
    finds([
      ['жалил 3', 'улица Җәлил, 3'],
      ['Җәлил 3', 'улица Җәлил, 3'],
      ['кундул 3', 'улица Күндүл, 3'],
      ['дьохогой 3', 'улица Дьөһөгөй, 3'],
      ['rfpfym ;fkbk', 'улица Җәлил'],
    ])
  })
  it('are found by a part of the city in initials, with full stops or without', () => {
    for (const initials of ['В.О.', 'ВО', 'в. о.', 'во']) {
      finds([
        [`Большой пр. ${initials} 5`, 'Большой проспект В.О., 5'],
        [`7-я линия ${initials}, д. 34`, '7-я линия В.О., 34'],
      ])
    }
  })
  it('are found by a part of the city whose initials are spelled out', () => {
    for (const island of ['Васильевского острова', 'васильевский остров', 'Вас. о-ва']) {
      finds([
        [`Большой проспект ${island} 5`, 'Большой проспект В.О., 5'],
        [`линия 7-я ${island}, д. 34`, '7-я линия В.О., 34'],
      ])
    }
    finds([
      ['Васильевский остров, 7 линия, 34', '7-я линия В.О., 34'],
      ['Большой проспект Петроградской стороны, 5', 'Большой проспект П.С., 5'],
      ['7-ya liniya Vasilyevskogo ostrova 34', '7-я линия В.О., 34'],
      ['7 kbybz dfcbkmtdcrjuj jcnhjdf 34', '7-я линия В.О., 34'],
    ])
  })
  it('are found by an ordinal in letters, in any case', () => {
    finds([
      ['Седьмая линия 34', '7-я линия В.О., 34'],
      ['Первого Мая 3', 'улица 1 Мая, 3'],
      ['1 Мая 3', 'улица 1 Мая, 3'],
      ['19 партсъезда 46', 'улица XIX Партсъезда, 46'],
      ['ул. ХIХ партсъезда, 46', 'улица XIX Партсъезда, 46'],
      ['22 партсъезда 46', 'ул. 22-го Партсъезда, 46'],
      ['XXII партсъезда 46', 'ул. 22-го Партсъезда, 46'],
      ...['I', '1', '1-го', 'Первого'].map(
        (one) => [`Петра ${one}, 5`, 'улица Петра I, 5'] as const,
      ),
    ])
  })
  it('are found by a year whose word is short', () => {
    finds([
      ['ул. 1905 г., 5', 'улица 1905 года, 5'],
      ['1905 г 5', 'улица 1905 года, 5'],
    ])
  })
  it('are found by a name in the nominative, though not before one that is spelled so', () => {
    finds([
      ['Обводный канал 5', 'набережная Обводного канала, 5'],
      ['наб. Обводный канал, 5', 'набережная Обводного канала, 5'],
      ['спб обводный 5', 'набережная Обводного канала, 5'],
      ['j,djlysq rfyfk 5', 'набережная Обводного канала, 5'],
      ['obvodny kanal 5', 'набережная Обводного канала, 5'],
      ['Обуховская оборона 5', 'проспект Обуховской Обороны, 5'],
      ['50-летия Победы 12', 'улица 50 лет Победы, 12'],
      ['Невский 2', 'Невский проспект, 2'],
    ])
  })
  it('are found by the kind of a numbered district, whole or begun, beside its number or apart', () => {
    finds([
      ...['17 к', '17 кв', '17 ква', '17 кварт', '17 квартал'].map(
        (q) => [q, '17 квартал'] as const,
      ),
      // Behind a house it would be a flat.
      ['кв 17, д 8', '17 квартал, 8'],
      ['якутск кв 17, д 8', '17 квартал, 8'],
      ['202мкр 5', '202-й микрорайон, 5'],
      ['202 мкр 5', '202-й микрорайон, 5'],
      ['ДСК 138', 'мкр. ДСК, 138'],
    ])
  })
  it('are found by a short kind right before their number', () => {
    finds([
      ['ул.50 лет победы 12', 'улица 50 лет Победы, 12'],
      ['у.50 лет победы, д.12', 'улица 50 лет Победы, 12'],
      ['у.1 мая 3', 'улица 1 Мая, 3'],
    ])
  })
  it('are found by a number with a slip in its ending, though the house begins with its digit', () => {
    const districts = indexOf(
      ...['51-й квартал', '52-й квартал', '53-й квартал'].map((street) =>
        address('Якутск', street, '5'),
      ),
    )
    for (const q of ['53-и квартал, 5', 'якутск, 53-р кв-л, 5']) {
      assert.equal(
        suggest(districts, { q }).suggestions[0]?.value,
        'г Якутск, 53-й квартал, д 5',
        q,
      )
    }
  })
  it('give a word to the name that another word behind it does not need more', () => {
    for (const q of ['пр об обороны 5', 'п. Октябрьский, Почтовая улица, 5']) {
      assert.deepEqual(suggest(index, { q }).corrections, [], q)
    }
    finds([
      ['пр об обороны 5', 'проспект Обуховской Обороны, 5'],
      ['п. Октябрьский, Почтовая улица, 5', 'Почтовая улица, 5'],
    ])
  })
  it('are found by three letters that are a kind of place as well', () => {
    finds([['Хут 6', 'улица Хутынская, 6']])
  })
  it('are found in spite of two typos in one place', () => {
    finds([
      ['Дитмрова 6', 'улица Димитрова, 6'],
      ['Имленская 9', 'улица Ильменская, 9'],
    ])
  })
  it('are found in a workers’ settlement as well by its whole kind as by the short one', () => {
    const score = (kind: string) =>
      suggest(index, { q: `${kind} Кольцово, Северная, 5` }).suggestions[0]?.score
    assert.equal(score('рабочий посёлок'), score('рп'))
  })
})
