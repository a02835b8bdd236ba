using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

public sealed class SqlSyntaxTests
{
    [Theory]
    [InlineData("SELECT FROM c", 7, 11, "SC1001", "Syntax error, incorrect syntax near 'FROM'.")]
    [InlineData("SELECT * FROM", 13, 13, "SC1002", "Syntax error, unexpected end-of-file.")]
    [InlineData("", 0, 0, "SC1002", "Syntax error, unexpected end-of-file.")]
    [InlineData("SELECT * FROM c WHERE c.a == 1", 27, 28, "SC1001", "Syntax error, incorrect syntax near '='.")]
    [InlineData("SELECT * FROM c WHERE (c.a = 1", 30, 30, "SC1002", "Syntax error, unexpected end-of-file.")]
    [InlineData("SELECT * FROM c extra words", 22, 27, "SC1001", "Syntax error, incorrect syntax near 'words'.")]
    [InlineData("SELECT c.value FROM c", 9, 14, "SC1001", "Syntax error, incorrect syntax near 'value'.")]
    [InlineData("SELECT * FROM c WHERE c.a IN ()", 30, 31, "SC1001", "Syntax error, incorrect syntax near ')'.")]
    [InlineData("SELECT TOP -1 * FROM c", 11, 12, "SC1001", "Syntax error, incorrect syntax near '-'.")]
    [InlineData("SELECT VALUE [1,] FROM c", 16, 17, "SC1001", "Syntax error, incorrect syntax near ']'.")]
    [InlineData("SELECT * FROM c OFFSET 1", 24, 24, "SC1002", "Syntax error, unexpected end-of-file.")]
    [InlineData(
        "SELECT * FROM c WHERE c.a BETWEEN 1 AND 5 AND c.b = 2", 42, 45, "SC1001",
        "Syntax error, incorrect syntax near 'AND'.")]
    [InlineData(
        "SELECT * FROM c WHERE c.a OR c.b BETWEEN 1 AND 5", 33, 40, "SC1001",
        "Syntax error, incorrect syntax near 'BETWEEN'.")]
    [InlineData("SELECT * FROM c WHERE c.a IN (1) IN (2)", 33, 35, "SC1001", "Syntax error, incorrect syntax near 'IN'.")]
    [InlineData(
        "SELECT * FROM c WHERE c.a LIKE 'x' NOT LIKE 'y'", 35, 38, "SC1001",
        "Syntax error, incorrect syntax near 'NOT'.")]
    [InlineData("SELECT * FROM c WHERE c.a LIKE 'x' ESCAPE @e", 42, 44, "SC1001", "Syntax error, incorrect syntax near '@e'.")]
    [InlineData("SELECT * FROM (c.a) AS t", 15, 16, "SC1001", "Syntax error, incorrect syntax near 'c'.")]
    [InlineData("SELECT * FROM (SELECT * FROM c) * s", 32, 33, "SC1001", "Syntax error, incorrect syntax near '*'.")]
    [InlineData("SELECT * FROM (", 15, 15, "SC1002", "Syntax error, unexpected end-of-file.")]
    [InlineData("SELECT * FROM c;", 15, 16, "SC1010", "Syntax error, invalid token ';'.")]
    [InlineData("SELECT * FROM c WHERE c.$a = 1", 24, 25, "SC1010", "Syntax error, invalid token '$'.")]
    [InlineData("SELECT * FROM c WHERE c.a = 12abc", 28, 33, "SC1011", "Syntax error, invalid numeric value token '12abc'.")]
    [InlineData("SELECT * FROM c WHERE c.a = 1e", 28, 30, "SC1011", "Syntax error, invalid numeric value token '1e'.")]
    [InlineData("SELECT * FROM c WHERE c.a = 1e999", 28, 33, "SC1011", "Syntax error, invalid numeric value token '1e999'.")]
    [InlineData("SELECT * FROM c WHERE c.a = 'x", 28, 30, "SC1012", "Syntax error, invalid string literal token ''x'.")]
    [InlineData("SELECT * FROM c WHERE c.a = 'x\\", 28, 31, "SC1012", @"Syntax error, invalid string literal token ''x\'.")]
    [InlineData(@"SELECT * FROM c WHERE c.a = '\u12", 28, 33, "SC1012", @"Syntax error, invalid string literal token ''\u12'.")]
    [InlineData("SELECT * FROM c WHERE c.a = @", 28, 29, "SC1010", "Syntax error, invalid token '@'.")]
    [InlineData("SELECT * FROM c WHERE c.a = @ ", 28, 29, "SC1010", "Syntax error, invalid token '@'.")]
    [InlineData("SELECT * FROM c 'b'", 16, 19, "SC1001", "Syntax error, incorrect syntax near ''b''.")]
    [InlineData("SELECT c.NaN FROM c", 9, 12, "SC1001", "Syntax error, incorrect syntax near 'NaN'.")]
    [InlineData("SELECT VALUE {1: 2} FROM c", 14, 15, "SC1001", "Syntax error, incorrect syntax near '1'.")]
    [InlineData("SELECT * FROM c OFFSET 1.5 LIMIT 1", 23, 26, "SC1001", "Syntax error, incorrect syntax near '1.5'.")]
    [InlineData("SELECT * FROM c OFFSET 1e1 LIMIT 1", 23, 26, "SC1001", "Syntax error, incorrect syntax near '1e1'.")]
    [InlineData("SELECT * FROM c OFFSET 1 LAST 1", 25, 29, "SC1001", "Syntax error, incorrect syntax near 'LAST'.")]
    [InlineData(@"SELECT * FROM c WHERE c.a = '\u12'", 28, 34, "SC1012", @"Syntax error, invalid string literal token ''\u12''.")]
    public void Parse_BadText_SaysWhereAndWhat(string text, int start, int end, string code, string message)
    {
        var error = Assert.Throws<SqlSyntaxException>(() => SqlParser.Parse(text));

        Assert.Equal(new SqlLocation(start, end), error.Location);
        Assert.Equal(code, error.Code);
        Assert.Equal(message, error.Message);
    }

    [Fact]
    public void ToErrorJson_SyntaxError_HasTheServicesShape()
    {
        var error = Assert.Throws<SqlSyntaxException>(() => SqlParser.Parse("SELECT FROM c"));

        Assert.Equal(
            """{"errors":[{"severity":"Error","location":{"start":7,"end":11},"code":"SC1001","""
            + """ "message":"Syntax error, incorrect syntax near 'FROM'."}]}""".TrimStart(),
            error.ToErrorJson());
    }

    [Theory]
    [InlineData("select value c.a from c where c.a = 1")]
    [InlineData("SELECT VALUE c.a FROM c -- a remark\nWHERE c.a = 1")]
    [InlineData("SELECT VALUE c.a FROM c -- a remark")]
    [InlineData("-- a remark\nSELECT VALUE c.a FROM c")]
    [InlineData("SELECT VALUE c.a\r\n\tFROM c")]
    [InlineData("SELECT VALUE x.a FROM c x")]
    [InlineData("SELECT VALUE x.a FROM c AS x")]
    [InlineData("SELECT VALUE root['a'] FROM root")]
    [InlineData("SELECT VALUE r[\"a\"] FROM root r")]
    [InlineData("SELECT TOP 5 VALUE c.a FROM c")]
    public void Parse_SpellingsOfOneQuery_GiveOneResult(string text) => Assert.Equal("1", Json.Project(text, """{"a":1}"""));

    [Fact]
    public void Parse_HostileNesting_IsRefusedWithoutEndingTheProcess()
    {
        var text = $"SELECT * FROM c WHERE {new string('(', 100_000)}1{new string(')', 100_000)} = 1";

        var error = Assert.Throws<SqlSyntaxException>(() => SqlParser.Parse(text));

        Assert.Equal("Syntax error, the query is nested too deeply.", error.Message);
    }

    [Theory]
    [InlineData("", " ?? 1")]
    [InlineData("", " + 1")]
    [InlineData("NOT ", "")]
    public void Parse_HostileChainOfOperators_IsRefusedWithoutEndingTheProcess(string before, string after)
    {
        var text = $"SELECT VALUE {Repeat(before, 100_000)}c.a{Repeat(after, 100_000)} FROM c";

        var error = Assert.Throws<SqlSyntaxException>(() => SqlParser.Parse(text));

        Assert.Equal("Syntax error, the query is nested too deeply.", error.Message);
    }

    /// <summary>Predicates do not follow one another.</summary>
    [Theory]
    [InlineData(" IN(1)", "IN")]
    [InlineData(" NOT IN(1)", "NOT")]
    [InlineData(" BETWEEN 1 AND 2", "BETWEEN")]
    public void Parse_HostileChainOfPredicates_IsRefusedWithoutEndingTheProcess(string predicate, string near)
    {
        var error = Assert.Throws<SqlSyntaxException>(
            () => SqlParser.Parse($"SELECT * FROM c WHERE c.a{Repeat(predicate, 100_000)}"));

        Assert.Equal($"Syntax error, incorrect syntax near '{near}'.", error.Message);
    }

    /// <summary>What counts is the depth of one expression, not the number of expressions.</summary>
    [Theory]
    [InlineData("c.a ?? 1")]
    [InlineData("c.a + 1")]
    [InlineData("NOT c.a")]
    [InlineData("(c.a ? 1 : 2)")]
    public void Parse_ManyExpressionsInAList_AreTaken(string expression)
    {
        var query = QueryParser.Parse($"SELECT VALUE [{expression}{Repeat($", {expression}", 1_000)}] FROM c");

        Assert.Equal(1_001, Assert.IsType<SqlArrayLiteral>(query.Select.Columns[0].Expression).Items.Length);
    }

    [Fact]
    public void Parse_TenJoins_AreTaken() =>
        Assert.Equal("1", Json.Project($"SELECT VALUE c.a FROM c{Joins(QueryParser.MaxJoins)}", """{"a":1}"""));

    /// <summary>Each join is a level of values and of the stack: as many as fit into a text would end the process.</summary>
    [Theory]
    [InlineData(QueryParser.MaxJoins + 1)]
    [InlineData(8_000)]
    public void Parse_MoreThanTenJoins_AreRefusedWithoutEndingTheProcess(int count)
    {
        var text = $"SELECT DISTINCT VALUE x1 FROM c{Joins(count)}";

        var error = Assert.Throws<SqlSemanticException>(() => SqlParser.Parse(text));

        Assert.Equal("A FROM clause has more joins than what is supported: 10.", error.Message);
    }

    // LINQ writes a chain of n terms as n nested brackets.
    [Fact]
    public void Matches_LongBracketedChain_IsEvaluated()
    {
        var chain = Enumerable.Range(1, 400).Aggregate("c.a = 0", (left, value) => $"({left} OR (c.a = {value}))");
        var program = QueryProgram.Compile(SqlParser.Parse($"SELECT * FROM c WHERE {chain}"), QueryParameters.None);

        Assert.True(program.Matches(Json.Bytes("""{"a":400}""")));
        Assert.False(program.Matches(Json.Bytes("""{"a":401}""")));
    }

    /// <summary>Milliseconds if a path is compared with the keys once, and minutes if that is done for each of its names.</summary>
    [Fact(Timeout = 30_000)]
    public async Task Compile_LongPathsOfAGroup_AreComparedWithItsKeyOnce()
    {
        var path = $"c{Repeat(".a", 900)}";
        var columns = Enumerable.Range(0, 20).Select(number => $"{path} AS x{number}");
        var query = SqlParser.Parse($"SELECT {string.Join(", ", columns)} FROM c GROUP BY c");

        var program = await Task.Run(
            () => QueryProgram.Compile(query, QueryParameters.None), TestContext.Current.CancellationToken);

        Assert.NotNull(program.Grouping);
    }

    private static string Repeat(string text, int count) => string.Concat(Enumerable.Repeat(text, count));

    private static string Joins(int count) =>
        string.Concat(Enumerable.Range(1, count).Select(number => $" JOIN (SELECT VALUE [{Previous(number)}]) x{number}"));

    private static string Previous(int number) => number == 1 ? "c.a" : $"x{number - 1}";
}
