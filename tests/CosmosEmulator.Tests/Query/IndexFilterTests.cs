using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Planning;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

public sealed class IndexFilterTests
{
    [Theory]
    [InlineData("c.ownerId = 'o7'", """/ownerId="o7" """, true)]
    [InlineData("'o7' = c.ownerId", """/ownerId="o7" """, true)]
    [InlineData("c.ownerId = @ownerId AND c.year = @year AND c.month = @month", """/ownerId="o7" /year=2024 /month=3""", true)]
    [InlineData("(c.ownerId = 'o7' AND (c.year = 2024 AND c['month'] = 3))", """/ownerId="o7" /year=2024 /month=3""", true)]
    [InlineData("c.a.b = true AND c.n = null", "/a/b=true /n=null", true)]
    [InlineData("c.year = 2000 + 24", "/year=2024", true)]
    [InlineData("c.name = CONCAT('a', LOWER('B'))", """/name="ab" """, true)]
    [InlineData("c.year IN (2024, @year, 2025)", "/year=2024|2025", true)]
    [InlineData("c.year = 2024 OR c.year = 2025", "/year=2024|2025", true)]
    [InlineData("c.year = 2024 AND c.year IN (2023, 2024)", "/year=2024", true)]
    [InlineData("c.year = 2024 AND true", "/year=2024", true)]
    [InlineData("true", "", true)]
    [InlineData("c.year = 2024 AND c.month > 3", "/year=2024 /month(3,)", true)]
    [InlineData("c.n > 1 AND 9.5 >= c.n AND c.n >= 2 AND c.n < 20", "/n[2,9.5]", true)]
    [InlineData("c.n >= 1 AND c.n > 1 AND c.n <= 9 AND c.n < 9", "/n(1,9)", true)]
    [InlineData("c.name BETWEEN 'a' AND @ownerId", """/name["a","o7"]""", true)]
    [InlineData("ARRAY_CONTAINS(['a', 1, 'a'], c.name)", """/name="a"|1""", true)]
    [InlineData("ARRAY_CONTAINS(@list, c.name) AND c.n = 1", """/name="x"|null /n=1""", true)]
    [InlineData("ARRAY_CONTAINS([1, 2], c.n, true) OR c.n = 3", "/n=1|2|3", true)]
    [InlineData("STRINGEQUALS(c.name, 'a') AND STRINGEQUALS(@ownerId, c.ownerId)", """/name="a" /ownerId="o7" """, true)]
    [InlineData("ARRAY_CONTAINS([1, [2]], c.n)", "", false)]
    [InlineData("ARRAY_CONTAINS([1, c.m], c.n)", "", false)]
    [InlineData("ARRAY_CONTAINS([1], c.n, c.m)", "", false)]
    [InlineData("ARRAY_CONTAINS(c.tags, 'a')", "", false)]
    [InlineData("STRINGEQUALS(c.name, 'a', true)", "", false)]
    [InlineData("c.n > 3 AND c.n = 4", "/n=4", false)]
    [InlineData("c.n > 3 OR c.n < 1", "", false)]
    [InlineData("c.n > true AND c.m < null AND c.n > c.m", "", false)]
    [InlineData("c._ts > 3 AND c._etag = 'x' AND c.n = 1", "/n=1", false)]
    [InlineData("c.year = 2024 AND c.month = c.day", "/year=2024", false)]
    [InlineData("c.year = 2024 OR c.month = 3", "", false)]
    [InlineData("(c.id = 'a' AND c.pk = 1) OR (c.id = 'b' AND c.pk = 2)", """/id="a"|"b" /pk=1|2""", false)]
    [InlineData("(c.id = 'a' AND c.pk = 1) OR c.pk = 2 OR false", "/pk=1|2", false)]
    [InlineData("(c.year = 1 AND c.year = 2) OR c.year = 3", "/year=3", false)]
    [InlineData("NOT (c.year = 2024)", "", false)]
    [InlineData("c.tags = ['a'] AND c.year = 2024", "/year=2024", false)]
    [InlineData("c.tags[0] = 'a'", "", false)]
    [InlineData("c.n = 1 / 0", "", false)]
    [InlineData("c.n IN (1, 0 / 0) AND c.year = 2024", "/year=2024", false)]
    [InlineData("c = 1", "", false)]
    [InlineData("LOWER(c.name) = 'x' AND c.year = 2024", "/year=2024", false)]
    public void Filter_Filter_GivesLookupsAndSaysWhetherTheyAreAll(string filter, string terms, bool isWhole)
    {
        var program = Compile(filter);

        Assert.Equal(terms.Trim(), Describe(program.Indexed));
        Assert.Equal(isWhole, !program.HasResidual);
        Assert.False(program.Indexed.MatchesNothing);
    }

    [Fact]
    public void Filter_AroundASubqueryOfDocuments_IsAnsweredByIndexesToo()
    {
        var program = QueryProgram.Compile(
            SqlParser.Parse("SELECT VALUE s FROM (SELECT * FROM c WHERE c.a = 1) AS s WHERE s.b = 2"), QueryParameters.None);

        Assert.Equal("/a=1 /b=2", Describe(program.Indexed));
        Assert.False(program.HasResidual);
        Assert.True(program.IsWholeDocument);
    }

    /// <summary>Each property that is looked up needs an index.</summary>
    [Fact]
    public void Filter_OfTwentyThousandProperties_LooksUpSixteen() =>
        Assert.Equal(16, Compile(PropertiesAreNumbers(20_000)).Indexed.Lookups.Length);

    [Fact]
    public void Filter_OfMoreThanSixteenProperties_EvaluatesTheRest()
    {
        const int Count = 200;
        var program = Compile(PropertiesAreNumbers(Count));
        var document = $$"""{{{string.Join(",", Enumerable.Range(0, Count).Select(number => $"\"p{number}\":{number}"))}}}""";

        Assert.True(program.MatchesResidual(document));
        Assert.False(program.MatchesResidual(document.Replace("\"p199\":199", "\"p199\":1", StringComparison.Ordinal)));
    }

    /// <summary>As ReadMany writes it, and as two lists of the size that the service allows: in time that does not grow as a square.</summary>
    [Fact]
    public void Filter_OfManyValues_IsDecidedByLookups()
    {
        const int Items = 16_000;
        var pairs = Compile(string.Join(" OR ", Enumerable.Range(0, Items).Select(number => $"(c.id = 'd{number}' AND c.pk = {number})")));
        var list = string.Join(",", Enumerable.Range(0, Items));
        var lists = Compile($"c.n IN ({list}) AND c.n IN ({list}) AND NOT (c.m IN ({list}))");

        for (var number = 0; number < Items; number++)
        {
            Assert.True(pairs.MatchesResidual($$"""{"id":"d{{number}}","pk":{{number}}.0}"""));
            Assert.False(pairs.MatchesResidual($$"""{"id":"d{{number}}","pk":{{number + 1}}}"""));
            Assert.False(lists.MatchesResidual($$"""{"n":1,"m":{{number}}}"""));
        }

        Assert.Equal(Items, Assert.IsType<ValueLookup>(Assert.Single(lists.Indexed.Lookups)).Values.Count);
        Assert.True(lists.MatchesResidual("""{"n":1,"m":-1}"""));
        Assert.False(pairs.MatchesResidual("""{"id":"d1"}"""));
    }

    [Fact]
    public void Filter_NoWhereClause_HasNoLookupsAndNoResidual()
    {
        var program = QueryProgram.Compile(SqlParser.Parse("SELECT * FROM c"), QueryParameters.None);

        Assert.Empty(program.Indexed.Lookups);
        Assert.False(program.HasResidual);
    }

    [Theory]
    [InlineData("c.year = 2024 AND c.year = 2025")]
    [InlineData("c.year = 2024 AND c.year IN (2022, 2023)")]
    [InlineData("c.year = '2024' AND c.year = 2024")]
    [InlineData("c.year > 3 AND c.year < '4'")]
    [InlineData("c.year = undefined")]
    [InlineData("c.year IN (undefined)")]
    [InlineData("ARRAY_CONTAINS([], c.year)")]
    [InlineData("ARRAY_CONTAINS(@ownerId, c.year)")]
    [InlineData("ARRAY_CONTAINS([1], c.year, null)")]
    [InlineData("ARRAY_CONTAINS([1, 2], c.year) AND c.year IN (3, 4)")]
    [InlineData("STRINGEQUALS(c.year, 1)")]
    [InlineData("(c.year = 1 AND c.year = 2) OR false")]
    [InlineData("false")]
    [InlineData("c.year = 2024 AND 1 = 2")]
    [InlineData("null")]
    public void Filter_Contradiction_MatchesNothing(string filter) => Assert.True(Compile(filter).Indexed.MatchesNothing);

    [Fact]
    public void MatchesResidual_TermsAnsweredByIndex_LooksAtTheRestOnly()
    {
        var program = Compile("c.year = 2024 AND c.month != 3");

        // The year differs on purpose: the index has answered for it.
        Assert.True(program.MatchesResidual("""{"year":1999,"month":4}"""));
        Assert.False(program.MatchesResidual("""{"year":2024,"month":3}"""));
    }

    private static QueryProgram Compile(string filter) => QueryProgram.Compile(
        SqlParser.Parse($"SELECT * FROM c WHERE {filter}"),
        Json.Parameters("""{"@ownerId":"o7","@year":2024,"@month":3,"@list":["x",null]}"""));

    private static string Describe(IndexFilter filter) => string.Join(' ', filter.Lookups.Select(lookup => lookup switch
    {
        ValueLookup values => $"{lookup.Path}={string.Join('|', values.Values.Select(Json.Text))}",
        RangeLookup { Min: var min, Max: var max } =>
            $"{lookup.Path}{(min?.IsIncluded == true ? '[' : '(')}{Describe(min)},{Describe(max)}{(max?.IsIncluded == true ? ']' : ')')}",
        _ => $"{lookup}",
    }));

    private static string Describe(RangeBound? bound) => bound is { } found ? Json.Text(found.Value) : "";

    private static string PropertiesAreNumbers(int count) =>
        string.Join(" AND ", Enumerable.Range(0, count).Select(number => $"c.p{number} = {number}"));
}
