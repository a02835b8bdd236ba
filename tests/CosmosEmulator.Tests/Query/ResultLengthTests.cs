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

    private static string? Evaluate(string expression) =>
        Json.Project(QueryProgram.Compile(SqlParser.Parse($"SELECT VALUE {expression} FROM c"), Parameters), "{}");
}
