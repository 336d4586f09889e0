// The category of land as registers give it: in words, or by a code of the cadastre's classifier.

const LAND_CODE = /^00300([1-7])0{6}$/

/** By the digit of the code that differs. 8 is "not established", which is unknown here. */
const CODED_CATEGORIES: Readonly<Record<string, string>> = {
  1: 'Земли сельскохозяйственного назначения',
  2: 'Земли населённых пунктов',
  3: 'Земли промышленности и иного специального назначения',
  4: 'Земли особо охраняемых территорий и объектов',
  5: 'Земли лесного фонда',
  6: 'Земли водного фонда',
  7: 'Земли запаса',
}

/**
 * Null for anything but words or a code of land: in НСПД's own properties `category` is the
 * number of a map layer.
 */
export function landCategoryOf(text: string): string | null {
  const coded = CODED_CATEGORIES[LAND_CODE.exec(text)?.[1] ?? '']
  return coded ?? (/\p{L}/u.test(text) ? text : null)
}
