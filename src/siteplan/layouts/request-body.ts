// The body of a request for best layouts, as it is checked and as the reference describes it. What
// it means where it says nothing, and what binds several fields, is read-request.ts's.
import { type TObject, type TSchema, Type } from 'typebox'
import type { Wire } from '../../http/schema-pieces.ts'
import { TYPOLOGIES, USUAL_STOREYS } from '../../norms/house-sizes.ts'
import { NormShare, Rules } from '../../norms/rule-set.ts'
import { perType } from '../unit-types.ts'
import { OBJECTIVES } from './schema.ts'

/** Where the request says nothing; what else it means then is the place's (read-request.ts). */
export const LAYOUTS_DEFAULTS = { objective: 'balanced', options: 3, seed: 1 } as const

const Storeys = Type.Integer({ minimum: 1, maximum: 100 })
/** Otherwise a misspelt norm or type of flat would be ignored, and another question answered. */
const strict = { additionalProperties: false }

type NormSchemas = typeof Rules.properties

/** The same schema, which refuses unknown names in whatever it holds. */
function exact<Schema extends TSchema>(schema: Schema): Schema
function exact(schema: TSchema): TSchema {
  if (Type.IsArray(schema)) return { ...schema, items: exact(schema.items) }
  return Type.IsObject(schema) ? exactObject(schema) : schema
}

function exactObject(schema: TObject): TObject {
  const properties = Object.entries(schema.properties).map(([name, of]) => [name, exact(of)])
  return { ...schema, ...strict, properties: Object.fromEntries(properties) }
}

/** Values of norms by name, without their sources; of a table, all its steps. */
const RequestedRules = Type.Partial(
  Type.Object(
    Object.fromEntries(
      Object.entries(Rules.properties).map(([name, { properties }]) => [
        name,
        exact(properties.value),
      ]),
    ) as { [Name in keyof NormSchemas]: NormSchemas[Name]['properties']['value'] },
  ),
  {
    ...strict,
    description:
      'Norms that replace those of the parcel’s set, by name; an unknown name is refused, in a step of a table too',
  },
)

export const LayoutsRequest = Type.Object(
  {
    rules: Type.Optional(RequestedRules),
    typologies: Type.Optional(
      Type.Array(Type.Enum(TYPOLOGIES), {
        minItems: 1,
        maxItems: TYPOLOGIES.length,
        uniqueItems: true,
        description: 'All by default',
      }),
    ),
    storeys: Type.Optional(
      Type.Object(
        { min: Type.Optional(Storeys), max: Type.Optional(Storeys) },
        {
          description: `${USUAL_STOREYS.min} to ${USUAL_STOREYS.max} by default; never fewer than the norms ask for`,
        },
      ),
    ),
    unit_mix: Type.Optional(
      Type.Object(
        perType(() => Type.Optional(NormShare)),
        {
          ...strict,
          description:
            'Shares of flats; they sum to 1, what is left out is 0; an unknown name is refused',
        },
      ),
    ),
    parking_ratio: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 5,
        description: 'Spaces per flat; the norm by default, and wherever the norm asks for more',
      }),
    ),
    objective: Type.Optional(
      Type.Enum(OBJECTIVES, { description: `\`${LAYOUTS_DEFAULTS.objective}\` by default` }),
    ),
    options: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 5,
        description: `Layouts at most; ${LAYOUTS_DEFAULTS.options} by default`,
      }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_147_483_647,
        description: `The same seed, the same layouts; ${LAYOUTS_DEFAULTS.seed} by default`,
      }),
    ),
  },
  {
    title: 'LayoutsRequest',
    examples: [
      {
        typologies: ['slab', 'tower'],
        storeys: { min: 5, max: 12 },
        unit_mix: { studio: 0.25, '1': 0.35, '2': 0.28, '3': 0.12 },
        objective: 'revenue',
        rules: { setback_m: 5 },
      },
    ],
  },
)
/** Each wish within its bounds; together they may still contradict one another. */
export type LayoutsRequest = Wire<typeof LayoutsRequest>
