import { readSettings } from '../settings.js'
import { embeddedPlace, type Place } from '../storage/place.js'

/** Does something with the place in which the deployment keeps its records. */
export async function withPlace<Result>(
  environment: NodeJS.ProcessEnv,
  work: (place: Place) => Promise<Result>
): Promise<Result> {
  const { dataFolder, redisUrl } = readSettings(environment)
  const place = redisUrl === undefined ? embeddedPlace(dataFolder) : await placeInRedis(redisUrl)
  try {
    return await work(place)
  } finally {
    await place.close()
  }
}

async function placeInRedis(url: string): Promise<Place> {
  const { redisPlace } = await import('../storage/redis-place.js')
  return redisPlace(url, error => process.stderr.write(`${error.message}\n`))
}
