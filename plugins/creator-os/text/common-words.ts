/** First words of topics and audiences that are no names, so that they lose their capital inside a sentence. Own list. */
export const commonWords: ReadonlySet<string> = new Set(
  `
a an the my our your their his her its this that these those some any every each no all both more most less few many
better best good great new old small big large long short early late first second last next simple easy hard fast slow
busy smart local remote hybrid public private personal professional social digital online mobile modern technical
financial legal medical creative independent senior junior internal external global daily weekly monthly annual
account accounts advertising advice agency agencies analysts analytics app apps artists audience automation bakers
brand brands budget budgets business businesses buyers career careers case change chefs children churn clients climate
coaches code coffee cold collaboration communication community companies compliance consultants content contracts
conversion copywriters copywriting cost costs creators culture customer customers data deadlines deliverability
demand design designers developers development documentation ecommerce editors education email emails employee
employees energy engineers entrepreneurs events executives expense expenses family feedback finance focus food
founders freelance freelancers gardeners growth habits health home hosts inbox insurance interviews inventory
investors invoices job jobs journalists keyword knowledge landing lead leaders leadership learning lessons life
machine maintenance makers management managers market marketers marketing media meeting meetings mental mistakes money
music musicians negotiation newsletters nonprofits notes nurses office operations operators organic outreach owners
packaging parents parenting payment payments people performance photographers photography planning podcast podcasts
policy practices presentations pricing privacy process product productivity products project projects quality recruiters
release releases research restaurant restaurants retail retention revenue reviews risk routines runners safety sales
schools science search security self sellers seo service services shop shops sleep software solo startup startups
stock story storytelling strategy stress students subscription supply support sustainability systems tax taxes
teachers team teams test tests text things time tips tools trade traffic training travel trends user users video
videos volunteers wages water web website websites weddings wellness women work workers workplace workshops writers
from for with without in on at by about after before between beyond inside under when where why what how who
`
    .trim()
    .split(/\s+/)
)
