// The size of the Earth, taken for a sphere: good to half a per cent, which is enough for nearness.

/** Of latitude; of longitude times its cosine. A great circle of 40,030 km by 360. */
export const KM_PER_DEGREE = 111.195
