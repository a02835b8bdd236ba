using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

public sealed class LikeTests
{
    /// <summary>The patterns of the documentation.</summary>
    [Theory]
    [InlineData("'a driver b' LIKE '%driver%'", true)]
    [InlineData("'a drive b' LIKE '%driver%'", false)]
    [InlineData("'fruit salad' LIKE 'fruit%'", true)]
    [InlineData("'a fruit' LIKE 'fruit%'", false)]
    [InlineData("'Main Road' LIKE '%Road'", true)]
    [InlineData("'Main Roads' LIKE '%Road'", false)]
    [InlineData("'summer' NOT LIKE '%winter%'", true)]
    [InlineData("'in winter too' NOT LIKE '%winter%'", false)]
    [InlineData("'aSObPSc' LIKE '%SO%PS%'", true)]
    [InlineData("'aSObPSc' LIKE '%SO_PS%'", true)]
    [InlineData("'aSOPSc' LIKE '%SO_PS%'", false)]
    [InlineData("'SOtPS' LIKE '%SO[t-z]PS%'", true)]
    [InlineData("'SOaPS' LIKE '%SO[t-z]PS%'", false)]
    [InlineData("'SOdPS' LIKE '%SO[^abc]PS%'", true)]
    [InlineData("'SOaPS' LIKE '%SO[^abc]PS%'", false)]
    [InlineData("'about 20% off' LIKE '%20^%%' ESCAPE '^'", true)]
    [InlineData("'about 20 off' LIKE '%20^%%' ESCAPE '^'", false)]
    [InlineData("'20-30%' LIKE '20-30[%]'", true)]
    [InlineData("'20-30x' LIKE '20-30[%]'", false)]
    [InlineData("'_n' LIKE '[_]n'", true)]
    [InlineData("'an' LIKE '[_]n'", false)]
    [InlineData("'[' LIKE '[ [ ]'", true)]
    [InlineData("']' LIKE ']'", true)]
    public void Like_PatternOfTheDocumentation_Matches(string expression, bool expected) => AssertTruth(expected, expression);

    [Theory]
    [InlineData("'' LIKE ''", true)]
    [InlineData("'' LIKE '%'", true)]
    [InlineData("'' LIKE '%%'", true)]
    [InlineData("'' LIKE '_'", false)]
    [InlineData("'a' LIKE ''", false)]
    [InlineData("'abc' LIKE 'ABC'", false)]
    [InlineData("'abc' LIKE 'a%%c'", true)]
    [InlineData("'aab' LIKE '%ab'", true)]
    [InlineData("'abab' LIKE 'ab%ab%ab'", false)]
    [InlineData("'abcbcd' LIKE 'a%bcd'", true)]
    [InlineData("'a\\nb' LIKE 'a_b'", true)]
    [InlineData("'a.b' LIKE 'a.b'", true)]
    [InlineData("'axb' LIKE 'a.b'", false)]
    [InlineData("'(a)+' LIKE '(a)+'", true)]
    [InlineData("'😀' LIKE '_'", true)]
    [InlineData("'a😀b' LIKE 'a__b'", false)]
    [InlineData("'a😀b' LIKE '%[😀-😂]b'", true)]
    [InlineData("'a😀b' LIKE '_[^b]_'", true)]
    public void Like_AnyPattern_MatchesTheWholeText(string expression, bool expected) => AssertTruth(expected, expression);

    [Theory]
    [InlineData("'b' LIKE '[a-c]'", true)]
    [InlineData("'-' LIKE '[a-c]'", false)]
    [InlineData("'-' LIKE '[-a]' AND '-' LIKE '[a-]' AND 'a' LIKE '[a-]'", true)]
    [InlineData("'-' LIKE '[a-c-e]' AND 'e' LIKE '[a-c-e]'", true)]
    [InlineData("'d' LIKE '[a-c-e]'", false)]
    [InlineData("'b' LIKE '[c-a]'", false)]
    [InlineData("'5' LIKE '[a-c0-9_]' AND '_' LIKE '[a-c0-9_]'", true)]
    [InlineData("'^' LIKE '[a^]'", true)]
    [InlineData("']' LIKE '[!]a]' ESCAPE '!' AND 'a' LIKE '[!]a]' ESCAPE '!'", true)]
    [InlineData("'x' LIKE '[^]'", true)]
    [InlineData("'^' LIKE '[^a]' AND '^' LIKE '[a^]' AND 'a' LIKE '[a^]'", true)]
    [InlineData("'a' LIKE '[a-' OR '-' LIKE '[a-'", false)]
    [InlineData("'x' LIKE '[]'", false)]
    [InlineData("'[ab' LIKE '[ab' OR 'a' LIKE '[ab'", false)]
    public void Like_Set_MatchesItsCharacters(string expression, bool expected) => AssertTruth(expected, expression);

    [Theory]
    [InlineData("'a_b' LIKE 'a!_b' ESCAPE '!'", true)]
    [InlineData("'axb' LIKE 'a!_b' ESCAPE '!'", false)]
    [InlineData("'a!b' LIKE 'a!!b' ESCAPE '!'", true)]
    [InlineData("'a[b]' LIKE 'a![b]' ESCAPE '!'", true)]
    [InlineData("'ab' LIKE 'a!b' ESCAPE '!'", true)]
    [InlineData("'a' LIKE 'a!' ESCAPE '!' OR 'a!' LIKE 'a!' ESCAPE '!'", false)]
    [InlineData("'a%' LIKE 'a😀%' ESCAPE '😀'", true)]
    public void Like_Escape_MakesACharacterStandForItself(string expression, bool expected) => AssertTruth(expected, expression);

    [Theory]
    [InlineData("1 LIKE '1'")]
    [InlineData("null LIKE '%'")]
    [InlineData("undefined LIKE '%'")]
    [InlineData("'1' LIKE 1")]
    [InlineData("'1' LIKE undefined")]
    [InlineData("'1' NOT LIKE null")]
    public void Like_OfAnotherType_IsUndefined(string expression) => Assert.Null(Json.Value(expression));

    [Theory]
    [InlineData("")]
    [InlineData("ab")]
    public void Like_EscapeThatIsNotOneCharacter_IsRefused(string escape)
    {
        var error = Assert.Throws<SqlSemanticException>(() => Json.Value($"'a' LIKE 'a' ESCAPE '{escape}'"));

        Assert.Equal(SqlErrorCodes.InvalidEscape, error.Code);
        Assert.Equal($"The invalid escape character '{escape}' was specified in a LIKE predicate.", error.Message);
    }

    [Theory]
    [InlineData("c.name LIKE @pattern", true)]
    [InlineData("c.name LIKE c.pattern", true)]
    [InlineData("c.name LIKE CONCAT(c.pattern, 'x')", false)]
    [InlineData("c.name LIKE c.pattern ESCAPE '['", false)]
    [InlineData("c.missing LIKE '%'", false)]
    [InlineData("NOT (c.missing LIKE '%')", false)]
    [InlineData("c.name LIKE '%o%' AND c.name NOT LIKE 'o%'", true)]
    public void Like_InAFilter_IsEvaluatedOnTheDocument(string filter, bool expected)
    {
        var program = QueryProgram.Compile(
            SqlParser.Parse($"SELECT * FROM c WHERE {filter}"), Json.Parameters("""{"@pattern":"r%d"}"""));

        Assert.Equal(expected, program.Matches(Json.Bytes("""{"name":"road","pattern":"%[oa]_d"}""")));
    }

    [Fact]
    public void Like_PatternThatIsTriedAtEachPlace_IsRefused()
    {
        var program = QueryProgram.Compile(
            SqlParser.Parse($"SELECT * FROM c WHERE c.text LIKE '%{new string('a', 5_000)}b%'"), QueryParameters.None);
        var document = Json.Bytes($$"""{"text":"{{new string('a', 100_000)}}"}""");

        var error = Assert.Throws<SqlSemanticException>(() => program.Matches(document));

        Assert.Equal("LIKE takes over 20000000 comparisons for one text with this pattern.", error.Message);
    }

    private static void AssertTruth(bool expected, string expression) =>
        Assert.Equal(expected ? "true" : "false", Json.Value(expression));
}
