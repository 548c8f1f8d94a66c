import { readSettings } from '../settings.js'
import { embeddedPlace, type Place } from '../storage/place.js'
import { redisPlace } from '../storage/redis-place.js'

/** Does something with the place in which the deployment keeps its records. */
export async function withPlace<Result>(
  environment: NodeJS.ProcessEnv,
  work: (place: Place) => Promise<Result>
): Promise<Result> {
  const { dataFolder, redisUrl } = readSettings(environment)
  const report = (error: Error) => process.stderr.write(`${error.message}\n`)
  const place = redisUrl === undefined ? embeddedPlace(dataFolder) : await redisPlace(redisUrl, report)
  try {
    return await work(place)
  } finally {
    await place.close()
  }
}
