using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>The text of a query as a plan has it: the client sends it back with each request to a partition.</summary>
public sealed class SqlTextTests
{
    [Theory]
    [InlineData("select * from c", "SELECT *\nFROM c")]
    [InlineData("SELECT DISTINCT TOP 3 c.a, c.b AS d FROM c", "SELECT DISTINCT TOP 3 c.a, c.b AS d\nFROM c")]
    [InlineData("SELECT TOP @n VALUE 1", "SELECT TOP @n VALUE 1")]
    [InlineData("SELECT c.a AS \"two words\" FROM c", "SELECT c.a AS \"two words\"\nFROM c")]
    [InlineData("SELECT c.a b FROM root c", "SELECT c.a AS b\nFROM root AS c")]
    [InlineData("SELECT VALUE t FROM t IN c.tags", "SELECT VALUE t\nFROM t IN c.tags")]
    [InlineData(
        "SELECT VALUE t FROM c JOIN t IN c.tags JOIN (SELECT VALUE u FROM u IN t) AS v",
        "SELECT VALUE t\nFROM c\nJOIN t IN c.tags\nJOIN (SELECT VALUE u FROM u IN t) AS v")]
    [InlineData(
        "SELECT c.a, COUNT(1) FROM c WHERE c.b GROUP BY c.a, c.d",
        "SELECT c.a, COUNT(1)\nFROM c\nWHERE c.b\nGROUP BY c.a, c.d")]
    [InlineData(
        "SELECT * FROM c ORDER BY c.a, c.b DESC, c.d ASC OFFSET 5 LIMIT @l",
        "SELECT *\nFROM c\nORDER BY c.a ASC, c.b DESC, c.d ASC\nOFFSET 5 LIMIT @l")]
    public void Write_Query_HasEachClauseOnALineOfItsOwn(string query, string expected)
    {
        Assert.Equal(expected, SqlText.Write(QueryParser.Parse(query)));
        Assert.Equal(expected, SqlText.Write(QueryParser.Parse(expected)));
    }

    [Theory]
    [InlineData("undefined")]
    [InlineData("null")]
    [InlineData("[true, false]")]
    [InlineData("0x1F")]
    [InlineData("'a\\'\"b'", "\"a'\\\"b\"")]
    [InlineData("@p")]
    [InlineData("c['a'].b", "c.a.b")]
    [InlineData("c['a b'][0][c.d]", "c[\"a b\"][0][c.d]")]
    [InlineData("c['value']", "c[\"value\"]")]
    [InlineData("lower(c.a)", "LOWER(c.a)")]
    [InlineData("udf.Twice(c.a, 2)")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("{a: 1, 'b c': [2]}", "{\"a\": 1, \"b c\": [2]}")]
    [InlineData("exists(SELECT VALUE 1 FROM c WHERE c.a)", "EXISTS(SELECT VALUE 1 FROM c WHERE c.a)")]
    [InlineData("array(SELECT VALUE t FROM t IN c.a)", "ARRAY(SELECT VALUE t FROM t IN c.a)")]
    [InlineData("(SELECT VALUE 1)")]
    public void Write_Operand_AddsNoBrackets(string expression, string? expected = null) =>
        AssertWritten(expected ?? expression, expression);

    [Theory]
    [InlineData("not c.a", "(NOT c.a)")]
    [InlineData("-c.a", "(-c.a)")]
    [InlineData("+c.a", "(+c.a)")]
    [InlineData("~c.a", "(~c.a)")]
    [InlineData("c.a <> 1", "(c.a != 1)")]
    [InlineData("c.a >>> 1 << 2", "((c.a >>> 1) << 2)")]
    [InlineData("1 + 2 * 3 || 'a'", "((1 + (2 * 3)) || \"a\")")]
    [InlineData("c.a and c.b and c.d or c.e", "((c.a AND c.b AND c.d) OR c.e)")]
    [InlineData("c.a in (1, 2)", "(c.a IN (1, 2))")]
    [InlineData("c.a not in (1)", "(NOT (c.a IN (1)))")]
    [InlineData("c.a between 1 and 2", "(c.a BETWEEN 1 AND 2)")]
    [InlineData("c.a like 'x%'", "(c.a LIKE \"x%\")")]
    [InlineData("c.a like 'x!%' escape '!'", "(c.a LIKE \"x!%\" ESCAPE \"!\")")]
    [InlineData("c.a ?? c.b ?? 1", "(c.a ?? (c.b ?? 1))")]
    [InlineData("c.a ? 1 : c.b ? 2 : 3", "(c.a ? 1 : (c.b ? 2 : 3))")]
    public void Write_Operation_IsInBrackets(string expression, string expected) => AssertWritten(expected, expression);

    private static void AssertWritten(string expected, string expression)
    {
        Assert.Equal(expected, Write(expression));
        Assert.Equal(expected, Write(expected));
    }

    private static string Write(string expression) =>
        SqlText.Write(QueryParser.Parse($"SELECT VALUE {expression} FROM c").Select.Columns[0].Expression);
}
