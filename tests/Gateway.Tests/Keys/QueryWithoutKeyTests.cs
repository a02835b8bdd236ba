using DroneDelivery.Gateway.Keys;

namespace DroneDelivery.Gateway.Tests.Keys;

public sealed class QueryWithoutKeyTests
{
    [Theory]
    [InlineData("?api_key=secret", "", "secret")]
    [InlineData("?api_key=secret&year=2025", "?year=2025", "secret")]
    [InlineData("?year=2025&api_key=secret&month=3", "?year=2025&month=3", "secret")]
    [InlineData("?year=2025&API_Key=secret", "?year=2025", "secret")]
    [InlineData("?year=2025&api%5Fkey=secret", "?year=2025", "secret")]
    [InlineData("?%61%70%69_%6Bey=sec%72et", "", "secret")]
    [InlineData("?api_key", "", "")]
    [InlineData("?api_key=a=b", "", "a=b")]
    [InlineData("?&api_key=secret&&", "?&&", "secret")]
    public void Key_InQuery_IsTakenOutAndTheRestStaysAsItIs(string query, string rest, string key)
    {
        Assert.Equal(new QueryWithoutKey(rest, key, 1), QueryWithoutKey.From(query));
    }

    [Theory]
    [InlineData("?api_key=one&x=%20&api_key=two", "?x=%20", 2)]
    [InlineData("?api_key=one&api_key=two&api%5fkey=three", "", 3)]
    public void Keys_InQuery_AllAreTakenOut(string query, string rest, int count)
    {
        var found = QueryWithoutKey.From(query);

        Assert.Equal((rest, count), (found?.Rest, found?.Count));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("?")]
    [InlineData("?year=2025&month=3")]
    [InlineData("?owner=a%20b&%zz=%")]
    [InlineData("?my_api_key=1&api_key2=2&x=api_key")]
    public void Query_WithoutKey_IsLeftAsItIs(string? query)
    {
        Assert.Null(QueryWithoutKey.From(query));
    }
}
