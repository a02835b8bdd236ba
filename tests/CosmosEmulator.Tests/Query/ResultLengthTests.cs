using System.Globalization;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;
using DroneDelivery.CosmosEmulator.Query.Syntax;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>The parameters are a string of a million characters and an array of a million items: a result may have two of each.</summary>
public sealed class ResultLengthTests
{
    private const int Length = 1024 * 1024;

    private static readonly QueryParameters Parameters = Json.Parameters(
        $$"""{"@text":"{{new string('a', Length)}}","@items":[{{string.Join(',', Enumerable.Repeat('1', Length))}}]}""");

    [Theory]
    [InlineData("LENGTH(@text || @text)")]
    [InlineData("LENGTH(CONCAT(@text, @text))")]
    [InlineData("LENGTH(STRINGJOIN([@text, @text], ''))")]
    [InlineData("LENGTH(REPLACE(@text, 'a', 'bb'))")]
    [InlineData("ARRAY_LENGTH(ARRAY_CONCAT(@items, @items))")]
    public void Result_AsLongAsTheLimit_IsReturned(string expression) => Assert.Equal($"{2 * Length}", Evaluate(expression));

    [Theory]
    [InlineData("@text || @text || 'b'", "The result of || has 2097153 characters; 2097152 are allowed.")]
    [InlineData("CONCAT(@text, @text, 'b')", "The result of CONCAT has 2097153 characters; 2097152 are allowed.")]
    [InlineData("STRINGJOIN([@text, @text], 'b')", "The result of STRINGJOIN has 2097153 characters; 2097152 are allowed.")]
    [InlineData("REPLACE(@text, 'a', 'bbb')", "The result of REPLACE has 3145728 characters; 2097152 are allowed.")]
    [InlineData("ARRAY_CONCAT(@items, [1], @items)", "The result of ARRAY_CONCAT has 2097153 items; 2097152 are allowed.")]
    public void Result_OverTheLimit_IsRefused(string expression, string message)
    {
        var error = Assert.Throws<SqlSemanticException>(() => Evaluate(expression));

        Assert.Equal((SqlErrorCodes.BadRequest, message), (error.Code, error.Message));
    }

    /// <summary>Each join has ten of the value before: the text of 500 characters stands for 10 billion numbers.</summary>
    [Theory]
    [InlineData("[{0},{0},{0},{0},{0},{0},{0},{0},{0},{0}]")]
    [InlineData("{{'a':{0},'b':{0},'c':{0},'d':{0},'e':{0},'f':{0},'g':{0},'h':{0},'i':{0},'j':{0}}}")]
    [InlineData("ARRAY_CONCAT([{0},{0},{0},{0},{0}],[{0},{0},{0},{0},{0}])")]
    [InlineData("ARRAY(SELECT VALUE {0} FROM t IN c.t)")]
    [InlineData("(SELECT VALUE MAKELIST({0}) FROM t IN c.t)")]
    public void Value_ThatMultipliesWithEachJoin_IsRefused(string value)
    {
        var joins = Enumerable.Range(1, 10).Select(number => $" JOIN (SELECT VALUE {Value(number)}) x{number}");
        var query = SqlParser.Parse($"SELECT VALUE x10 FROM c{string.Concat(joins)}");
        var program = QueryProgram.Compile(query, QueryParameters.None);
        var document = Json.Bytes("""{"a":1,"t":[0,1,2,3,4,5,6,7,8,9]}""");

        var error = Assert.Throws<SqlSemanticException>(() => program.Matches(document));

        Assert.Equal("A value that the query makes has more bytes than are allowed: 134217728.", error.Message);

        string Value(int number) =>
            string.Format(CultureInfo.InvariantCulture, value, number == 1 ? "c.a" : $"x{number - 1}");
    }

    /// <summary>Each value is within the limit; all of them in one result are not.</summary>
    [Theory]
    [InlineData("SELECT ARRAY_CONCAT(@items, @items) AS a, ARRAY_CONCAT(@items, @items) AS b, ARRAY_CONCAT(@items, @items) AS d FROM c")]
    [InlineData("SELECT VALUE ARRAY(SELECT VALUE ARRAY_CONCAT(@items, @items) FROM t IN c.t) FROM c")]
    [InlineData("SELECT VALUE (SELECT VALUE MAKELIST(ARRAY_CONCAT(@items, @items)) FROM t IN c.t) FROM c")]
    public void Result_OfTooManyLargeValues_IsRefused(string query)
    {
        var program = QueryProgram.Compile(SqlParser.Parse(query), Parameters);

        var error = Assert.Throws<SqlSemanticException>(() => Json.Project(program, """{"t":[0,1,2,3,4,5,6,7,8,9]}"""));

        Assert.Equal("A value that the query makes has more bytes than are allowed: 134217728.", error.Message);
    }

    /// <summary>Joins add to the levels of a text: ten of them with a thousand levels each would end the process.</summary>
    [Theory]
    [InlineData("[", "]", 85, null)]
    [InlineData("[", "]", 86, "A value that the query makes has more levels of arrays and objects than are allowed: 256.")]
    [InlineData("{a:", "}", 86, "A value that the query makes has more levels of arrays and objects than are allowed: 256.")]
    [InlineData("ARRAY(SELECT VALUE ", ")", 86, "A value that the query makes has more levels of arrays and objects than are allowed: 256.")]
    [InlineData("(SELECT VALUE MAKELIST(", "))", 86, "A value that the query makes has more levels of arrays and objects than are allowed: 256.")]
    public void Value_OfMoreLevelsThanTheLimit_IsRefused(string open, string close, int levels, string? message)
    {
        var (start, end) = (string.Concat(Enumerable.Repeat(open, levels)), string.Concat(Enumerable.Repeat(close, levels)));
        var query = $"SELECT VALUE z FROM c JOIN (SELECT VALUE {start}c.a{end}) x JOIN (SELECT VALUE {start}x{end}) y "
            + $"JOIN (SELECT VALUE {start}y{end}) z";
        var program = QueryProgram.Compile(SqlParser.Parse(query), QueryParameters.None);

        var error = Record.Exception(() => program.Matches(Json.Bytes("""{"a":1}""")));

        Assert.Equal(message, error?.Message);
    }

    [Theory]
    [InlineData("ARRAY(SELECT VALUE 1 FROM x IN c.t JOIN y IN c.t JOIN z IN c.t)", "ARRAY")]
    [InlineData("(SELECT VALUE MAKELIST(1) FROM x IN c.t JOIN y IN c.t JOIN z IN c.t)", "MAKELIST")]
    public void List_OfMoreRowsThanTheLimit_IsRefused(string list, string function)
    {
        var program = QueryProgram.Compile(SqlParser.Parse($"SELECT * FROM c WHERE IS_ARRAY({list})"), QueryParameters.None);
        var document = Json.Bytes($$"""{"t":[{{string.Join(',', Enumerable.Range(0, 150))}}]}""");

        var error = Assert.Throws<SqlSemanticException>(() => program.Matches(document));

        Assert.Equal($"The result of {function} has 2097153 items; 2097152 are allowed.", error.Message);
    }

    private static string? Evaluate(string expression) =>
        Json.Project(QueryProgram.Compile(SqlParser.Parse($"SELECT VALUE {expression} FROM c"), Parameters), "{}");
}
