// The largest site that is planned, and how a larger one is refused.

/** Layouts of a larger site take longer than anybody waits, and it is no single project. */
const MAX_SITE_M2 = 4_000_000
export const MAX_SITE_HA = MAX_SITE_M2 / 10_000

export function isTooLarge({ areaM2 }: { readonly areaM2: number }): boolean {
  return areaM2 > MAX_SITE_M2
}

export const TOO_LARGE = `участок слишком велик: сервис рассчитывает участки до ${MAX_SITE_HA} га`
