using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

public sealed class SqlBindingTests
{
    private const string Repeated = "Object creation error, property name 'a' specified more than once.";
    private const string NotInGroup =
        " in the select list because it is not contained in either an aggregate function or the GROUP BY clause.";

    private const string SeveralRows = "The cardinality of a scalar subquery result set cannot be greater than one.";
    private const string ComputedKey = "The specified query includes 'member indexer' which is currently not supported.";

    [Theory]
    [InlineData("SELECT * FROM c WHERE FOO(c.a)", 22, 25, "SC2005", "'FOO' is not a recognized built-in function name.")]
    [InlineData("SELECT * FROM c WHERE d.a = 1", 22, 23, "SC2001", "Identifier 'd' could not be resolved.")]
    [InlineData("SELECT * FROM root r WHERE root.a = 1", 27, 31, "SC2001", "Identifier 'root' could not be resolved.")]
    [InlineData("SELECT * FROM c WHERE TRUE", 22, 26, "SC2001", "Identifier 'TRUE' could not be resolved.")]
    [InlineData("SELECT * FROM c WHERE LOWER(c.a, 1) = 'x'", 22, 35, "SC2050", "The LOWER function requires 1 argument(s).")]
    [InlineData("SELECT c.a, c.a FROM c", 14, 15, "SC2022", Repeated)]
    [InlineData("SELECT {'a': 1, a: 2} AS x FROM c", 16, 17, "SC2022", Repeated)]
    [InlineData(
        "SELECT * FROM s IN (SELECT VALUE c.a FROM c)", 7, 8, "SC2042",
        "'SELECT *' is only valid with a single input set.")]
    [InlineData(
        "SELECT * FROM c OFFSET 0 LIMIT 4294967296", 31, 41, "SC2061",
        "The LIMIT count value exceeds the maximum allowed value.")]
    [InlineData(
        "SELECT * FROM c OFFSET 4294967296 LIMIT 1", 23, 33, "SC2062",
        "The OFFSET count value exceeds the maximum allowed value.")]
    [InlineData("SELECT TOP 1.5 * FROM c", 11, 14, "SC2060", "The count value provided for a TOP clause must be an integer.")]
    [InlineData(
        "SELECT TOP 1 * FROM c OFFSET 0 LIMIT 1", 0, 38, "SC2205",
        "A TOP cannot be used in the same query or subquery as an OFFSET.")]
    [InlineData("SELECT c FROM c GROUP BY c.a", 7, 8, "SC2102", "Property reference 'c' is invalid" + NotInGroup)]
    [InlineData("SELECT c.a, c.b.d FROM c GROUP BY c.a", 12, 17, "SC2102", "Property reference 'c.b.d' is invalid" + NotInGroup)]
    [InlineData("SELECT COUNT() FROM c", 7, 14, "SC2050", "The COUNT function requires 1 argument(s).")]
    [InlineData("SELECT SUM(c.a, c.b) FROM c", 7, 20, "SC2050", "The SUM function requires 1 argument(s).")]
    [InlineData(
        "SELECT SUM(1 + COUNT(1)) FROM c", 7, 24, "SC2101",
        "Cannot perform an aggregate function on an expression containing an aggregate or a subquery.")]
    [InlineData("SELECT * FROM c WHERE COUNT(1) > 1", 22, 30, "SC2104", "Aggregates are not allowed in the WHERE clause.")]
    [InlineData("SELECT c.a FROM c ORDER BY COUNT(1)", 27, 35, "SC2104", "Aggregates are allowed in the SELECT clause only.")]
    [InlineData(
        "SELECT 1 FROM c GROUP BY 1 + 2", 25, 30, "SC2110",
        "Each GROUP BY expression must contain at least one property reference.")]
    [InlineData(
        "SELECT 1 FROM c JOIN c IN c.tags", 21, 22, "SC2021",
        "The input set name or alias 'c' is specified more than once in the FROM clause.")]
    [InlineData("SELECT (SELECT VALUE t FROM t IN c.tags) FROM c", 8, 39, "SC2201", SeveralRows)]
    [InlineData("SELECT (SELECT VALUE x FROM (SELECT VALUE t FROM t IN c.tags) AS x) FROM c", 8, 66, "SC2201", SeveralRows)]
    [InlineData("SELECT (SELECT VALUE x FROM x IN (SELECT VALUE c.tags)) FROM c", 8, 54, "SC2201", SeveralRows)]
    [InlineData("SELECT (SELECT VALUE c.a FROM c JOIN t IN c.tags) FROM c", 8, 48, "SC2201", SeveralRows)]
    [InlineData("SELECT (SELECT VALUE c.a FROM c GROUP BY c.a) FROM c", 8, 44, "SC2201", SeveralRows)]
    [InlineData("SELECT * FROM c WHERE c[c.b] = 1", 22, 28, "SC2990", ComputedKey)]
    [InlineData("SELECT * FROM c WHERE c.a = @a", 28, 30, "BadRequest", "The query parameter '@a' has no value in the request.")]
    public void Compile_InvalidQuery_SaysWhereAndWhy(string text, int start, int end, string code, string message)
    {
        var query = SqlParser.Parse(text);

        var error = Assert.Throws<SqlSemanticException>(() => QueryProgram.Compile(query, QueryParameters.None));

        Assert.Equal((new SqlLocation(start, end), code, message), (error.Location, error.Code, error.Message));
    }

    [Theory]
    [InlineData("c.a, c.b + 1")]
    [InlineData("c.a + 1, c.b")]
    public void Compile_SortKeyThatIsNoPath_IsRefused(string keys)
    {
        var query = SqlParser.Parse($"SELECT * FROM c ORDER BY {keys}");

        var error = Assert.Throws<SqlSemanticException>(() => QueryProgram.Compile(query, QueryParameters.None));

        Assert.Equal(
            "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path.", error.Message);
    }

    [Theory]
    [InlineData("SELECT * FROM c OFFSET 4294967295 LIMIT 4294967295")]
    [InlineData("SELECT VALUE (SELECT VALUE c.a FROM c) FROM c")]
    [InlineData("SELECT VALUE (SELECT VALUE x FROM c.a AS x) FROM c")]
    [InlineData("SELECT VALUE (SELECT VALUE x FROM (SELECT VALUE 1) AS x) FROM c")]
    [InlineData("SELECT VALUE (SELECT VALUE COUNT(1) FROM t IN c.tags) FROM c")]
    [InlineData("SELECT VALUE (SELECT VALUE c.a FROM c JOIN (SELECT VALUE 1) AS x) FROM c")]
    [InlineData("SELECT COUNT(1) FROM c GROUP BY c.a + 1, LOWER(c.b)")]
    public void Compile_QueryWithinTheRules_IsTaken(string text) =>
        Assert.Null(Record.Exception(() => QueryProgram.Compile(SqlParser.Parse(text), QueryParameters.None)));

    [Theory]
    [InlineData("SELECT c.a FROM c GROUP BY c.a ORDER BY c.a", "ORDER BY with GROUP BY")]
    [InlineData("SELECT (SELECT VALUE 1) AS x, COUNT(1) FROM c GROUP BY c.a", "A subquery in SELECT with GROUP BY or an aggregate")]
    [InlineData("SELECT * FROM (SELECT VALUE COUNT(1) FROM c) AS x", "GROUP BY, an aggregate, DISTINCT, TOP or OFFSET LIMIT in a subquery of the container")]
    [InlineData("SELECT VALUE FIRST(SELECT VALUE t FROM t IN c.tags) FROM c", "FIRST of a subquery")]
    [InlineData("SELECT * FROM c WHERE all(SELECT VALUE t = 1 FROM t IN c.tags)", "ALL of a subquery")]
    [InlineData("SELECT * FROM c ORDER BY RANK FullTextScore(c.text, 'a')", "ORDER BY RANK")]
    [InlineData("SELECT * FROM c WHERE ST_Distance(c.a, c.b) < 5", "The function ST_DISTANCE")]
    [InlineData("SELECT * FROM c WHERE FullTextContains(c.a, 'x')", "The function FULLTEXTCONTAINS")]
    [InlineData("SELECT VectorDistance(c.a, [1, 2]) AS d FROM c", "The function VECTORDISTANCE")]
    [InlineData("SELECT * FROM c WHERE udf.tax(c.a) = 1", "The user-defined function 'tax'")]
    public void Compile_MissingFeature_IsRefusedByName(string text, string feature)
    {
        var error = Assert.Throws<SqlNotSupportedException>(
            () => QueryProgram.Compile(SqlParser.Parse(text), QueryParameters.None));

        Assert.Equal($"{feature} is not supported by this emulator yet.", error.Message);
        Assert.NotNull(error.Location);
    }

    [Theory]
    [InlineData("SELECT VALUE t.k FROM t IN c.tags GROUP BY t.k", "s")]
    [InlineData("SELECT t.k, COUNT(1) AS n FROM t IN c.tags GROUP BY t.k", "s.k")]
    [InlineData("SELECT DISTINCT VALUE t FROM t IN c.tags", "s.x")]
    [InlineData("SELECT VALUE {a: [c.b]}", "s.a[0].x")]
    public void Compile_SortKeyThatIsAPathThroughASubquery_IsAllowed(string subquery, string key)
    {
        var query = SqlParser.Parse($"SELECT c.id FROM c JOIN ({subquery}) AS s ORDER BY {key}");

        Assert.Single(QueryProgram.Compile(query, QueryParameters.None).OrderBy);
    }

    [Theory]
    [InlineData("SELECT VALUE COUNT(1) FROM t IN c.tags", "s")]
    [InlineData("SELECT t.k, COUNT(1) AS n FROM t IN c.tags GROUP BY t.k", "s.n")]
    [InlineData("SELECT VALUE t.k || 'x' FROM t IN c.tags GROUP BY t.k", "s")]
    [InlineData("SELECT VALUE {a: [c.b]}", "s.a[1]")]
    [InlineData("SELECT VALUE {a: [c.b]}", "s.a[-1]")]
    [InlineData("SELECT VALUE {a: [c.b]}", "s.a[0.5]")]
    [InlineData("SELECT VALUE {a: [c.b]}", "s.b")]
    [InlineData("SELECT VALUE {a: [c.b]}", "s")]
    public void Compile_SortKeyThatASubqueryComputes_IsRefused(string subquery, string key)
    {
        var query = SqlParser.Parse($"SELECT c.id FROM c JOIN ({subquery}) AS s ORDER BY {key}");

        var error = Assert.Throws<SqlSemanticException>(() => QueryProgram.Compile(query, QueryParameters.None));

        Assert.Equal(SqlErrorCodes.OrderByExpression, error.Code);
    }

    [Theory]
    [InlineData("JOIN t IN c.tags", "t", true)]
    [InlineData("JOIN t IN c.tags", "c.a", false)]
    [InlineData("JOIN t IN c.tags JOIN u IN t.u", "u.x", true)]
    [InlineData("JOIN t IN (SELECT VALUE c.tags)", "t.x", true)]
    [InlineData("JOIN (SELECT DISTINCT VALUE t FROM t IN c.tags) AS s", "s", true)]
    [InlineData("JOIN (SELECT t.k FROM t IN c.tags GROUP BY t.k) AS s", "s.k", true)]
    [InlineData("JOIN (SELECT c.a FROM t IN c.tags) AS s", "s.a", false)]
    [InlineData("JOIN (SELECT VALUE c.a) AS s", "s.x", false)]
    [InlineData("JOIN c.a AS s", "s", false)]
    public void Compile_SortKey_IsKnownToBeOfItemsOrNot(string join, string key, bool isOfItems)
    {
        var query = SqlParser.Parse($"SELECT c.id FROM c {join} ORDER BY {key}");

        Assert.Equal(isOfItems, QueryProgram.Compile(query, QueryParameters.None).OrdersByItems);
    }
}
