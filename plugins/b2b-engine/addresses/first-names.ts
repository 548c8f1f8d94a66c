/** Common first names, so that "jane@" is read as Jane and not as J. Ane. Source: the most given names of the US and UK registries. */
export const firstNames: ReadonlySet<string> = new Set(
  `aaron abigail adam adrian aidan alan albert alex alexander alexandra alice alison allison amanda amber amelia amy andrea andrew angela anna
  anne anthony antonio arthur ashley austin barbara ben benjamin bernard beth bethany betty beverly bradley brandon brenda brian bruce bryan
  callum cameron carl carlos carol caroline catherine charles charlie charlotte chloe chris christian christina christine christopher claire
  clara connor craig crystal cynthia daisy daniel danielle darren david dawn deborah dennis diana diane dominic donald donna dorothy douglas
  dylan edward edwin eleanor elena elizabeth ella ellen emily emma eric erica erin ethan eugene evelyn fatima felix fiona florence frances
  francis frank gabriel gareth gary gavin gemma geoffrey george georgia gerald gloria gordon grace graham grant greg gregory hannah harold
  harriet harry heather helen henry holly howard hugo ian imogen isaac isabella ivan jack jacob jacqueline jake james jamie jane janet janice
  jason jasmine jean jeffrey jennifer jeremy jerry jesse jessica joan joanna joanne joe joel john johnny jonathan jordan jorge jose joseph
  joshua joyce juan judith judy julia julian julie justin karen karl kate katherine kathleen kathryn katie keith kelly kenneth kerry kevin
  kieran kimberly kirsty kyle larry laura lauren lawrence leah leo leon leonard lewis liam lily linda lindsay lisa logan lorraine louis
  louise lucas lucy luis luke lydia lynn madeline marc marcus margaret maria marie marilyn mark martha martin mary mason matthew maureen max
  megan melanie melissa michael michelle miguel mike miriam mohammed molly monica muhammad nancy naomi natalie natasha nathan neil nicholas
  nicola nicole nigel nina noah nora oliver olivia oscar owen pamela patricia patrick paul paula pauline peter philip phillip phoebe priya
  rachel ralph raymond rebecca reginald rhys ricardo richard robert robin roger ronald rosa rose rosie ross roy russell ruth ryan sally sam
  samantha samuel sandra sara sarah scott sean sebastian sharon shaun sheila shirley simon sofia sophia sophie stacey stanley stella stephanie
  stephen steve steven stewart stuart susan suzanne sylvia tanya tara teresa terry thomas tim timothy tina todd tom tony tracey tracy tyler
  valerie vanessa veronica victor victoria vincent virginia vivian walter wayne wendy wesley william zachary zara zoe`.split(
    /\s+/
  )
)
