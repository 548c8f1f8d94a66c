/**
 * Words that people put into a request whatever it is about; routing does not weigh them. Collected for this product from
 * the sentences of `asks` and from common courtesy; stop words come on top of these.
 */
export const fillers: ReadonlySet<string> = new Set(
  (
    'about after again all am any anything are around been before being both can could did does each else every everything ' +
    'few from get give go going good got great have help here hi hello hey i’d i’m it’s its just keep kindly know last let ' +
    'like look make many may me might more most much must need new next now off one ones only other our out over own please ' +
    'put quick quickly really right see set shall should show so some something somewhat soon still sure take tell than thank ' +
    'thanks them thing things today tomorrow too two under until up us use very via want was way well were whether while ' +
    'whom whose why would yes yesterday yet don t ll ve re s m d'
  ).split(' ')
)
