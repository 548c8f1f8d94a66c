import { readSettings } from '../settings.js'
import { embeddedPlace, type Place } from '../storage/place.js'

/** Does something with the place in which the deployment keeps its records. */
export async function withPlace<Result>(
  environment: NodeJS.ProcessEnv,
  work: (place: Place) => Promise<Result>
): Promise<Result> {
  const { dataFolder } = readSettings(environment)
  const place = embeddedPlace(dataFolder)
  try {
    return await work(place)
  } finally {
    await place.close()
  }
}
