using DroneDelivery.LoadTests.Lab.Options;

namespace DroneDelivery.Lab.Tests.Options;

public sealed class SecretsTests
{
    [Theory]
    [InlineData("AccountEndpoint=https://x/;AccountKey=abc==;", "AccountEndpoint=https://x/;AccountKey=***;")]
    [InlineData("Authorization: Bearer abc", "Authorization: ***")]
    [InlineData("Proxy-Authorization:abc", "Proxy-Authorization:***")]
    [InlineData("Cookie: a=1; b=2", "Cookie: ***")]
    [InlineData("X-Api-Key: abc", "X-Api-Key: ***")]
    [InlineData("http://h/x?page=1&access_token=abc&b=2", "http://h/x?page=1&access_token=***&b=2")]
    [InlineData("https://h/x?sv=1&sig=abc", "https://h/x?sv=1&sig=***")]
    [InlineData("""{"user":"ann","password":"a\"b","n":1}""", """{"user":"ann","password":***,"n":1}""")]
    [InlineData("""{ "apiKey": 12 }""", """{ "apiKey": *** }""")]
    public void Mask_Secret_IsHidden(string text, string expected) => Assert.Equal(expected, Secrets.Mask(text));

    [Theory]
    [InlineData("Accept: application/json")]
    [InlineData("http://127.0.0.1:5000/keys/1?page=2")]
    [InlineData("""{"name":"a","count":2}""")]
    [InlineData("--threshold")]
    public void Mask_NoSecret_IsLeftAsItIs(string text) => Assert.Equal(text, Secrets.Mask(text));
}
