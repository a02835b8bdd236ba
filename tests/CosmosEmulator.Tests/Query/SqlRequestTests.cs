using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

public sealed class SqlRequestTests
{
    [Fact]
    public void Parse_BodyWithParameters_GivesTextAndValues()
    {
        var request = SqlRequest.Parse(Json.Bytes(
            """{"query":"SELECT * FROM c WHERE c.ownerId = @o","parameters":[{"name":"@o","value":"o7"},{"name":"@n"}]}"""));

        Assert.Equal("SELECT * FROM c WHERE c.ownerId = @o", request.Text);
        Assert.True(request.Parameters.TryGet("@o", out var value));
        Assert.Equal("o7", value.Text);
        Assert.True(request.Parameters.TryGet("@n", out _));
        Assert.False(request.Parameters.TryGet("@missing", out _));
    }

    [Theory]
    [InlineData("""{"query":"SELECT * FROM c"}""")]
    [InlineData("""{"query":"SELECT * FROM c","parameters":null}""")]
    [InlineData("""{"query":"SELECT * FROM c","parameters":[]}""")]
    public void Parse_BodyWithoutParameters_IsAccepted(string body) =>
        Assert.Equal("SELECT * FROM c", SqlRequest.Parse(Json.Bytes(body)).Text);

    [Theory]
    [InlineData("", "The query request is not valid JSON")]
    [InlineData("SELECT * FROM c", "The query request is not valid JSON")]
    [InlineData("[]", "The query request has no 'query' string.")]
    [InlineData("""{"query":"SELECT '\ud800' FROM c"}""", "The query request has a string that holds half of a surrogate pair.")]
    [InlineData(
        """{"query":"x","parameters":[{"name":"@o","value":"\udc00"}]}""",
        "The query request has a string that holds half of a surrogate pair.")]
    [InlineData("""{"query":5}""", "The query request has no 'query' string.")]
    [InlineData("""{"query":"x","parameters":{}}""", "The query request's 'parameters' is not an array.")]
    [InlineData("""{"query":"x","parameters":[{"value":1}]}""", "A query parameter has no 'name' that starts with @.")]
    [InlineData("""{"query":"x","parameters":[{"name":"o"}]}""", "A query parameter has no 'name' that starts with @.")]
    [InlineData("""{"query":"x","parameters":[{"name":"@o"},{"name":"@o"}]}""", "The query parameter '@o' is given twice.")]
    public void Parse_BadBody_SaysWhatIsWrong(string body, string message)
    {
        var error = Assert.Throws<SqlRequestException>(() => SqlRequest.Parse(Json.Bytes(body)));

        Assert.StartsWith(message, error.Message);
    }

    [Fact]
    public void Parse_TextLongerThanAnnounced_IsRefusedByName()
    {
        static string Query(int length) => $$"""{"query":"{{new string('x', length)}}"}""";

        var error = Assert.Throws<SqlRequestException>(() => SqlRequest.Parse(Json.Bytes(Query(SqlRequest.MaxTextLength + 1))));

        Assert.StartsWith("A query of over 262144 characters is not supported", error.Message);
        Assert.Equal(SqlRequest.MaxTextLength, SqlRequest.Parse(Json.Bytes(Query(SqlRequest.MaxTextLength))).Text.Length);
    }

    [Fact]
    public void Parse_ResumeFilter_GivesAValueOfEachKind()
    {
        CosmosValueKind[] kinds = [CosmosValueKind.Undefined, CosmosValueKind.Array, CosmosValueKind.Object];

        var request = SqlRequest.Parse(Json.Bytes(
            """{"query":"x","resumeFilter":{"value":[[],{"type":"array"},{"type":1}]}}"""));

        Assert.Equal(kinds, request.Resume!.Values.Select(value => value.Kind));
    }

    [Fact]
    public void Parse_BodyInBrokenUtf8_SaysSo()
    {
        byte[] body = [.. "{\"query\":\""u8, 0xC3, .. "\"}"u8];

        var error = Assert.Throws<SqlRequestException>(() => SqlRequest.Parse(body));

        Assert.Equal("The query request is not valid UTF-8.", error.Message);
    }
}
