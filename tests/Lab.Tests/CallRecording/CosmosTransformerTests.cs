using System.Text.RegularExpressions;
using DroneDelivery.LoadTests.Lab.CallRecording;

namespace DroneDelivery.Lab.Tests.CallRecording;

public sealed class CosmosTransformerTests
{
    [Fact]
    public void WithAddress_RegionsOfAnAccount_AreAllAtTheProxy()
    {
        const string Account = """
            {"id":"shop","writableLocations":[{"name":"East US","databaseAccountEndpoint":"https://shop-1.documents.azure.com:443/"}],
            "readableLocations":[{"name":"East US","databaseAccountEndpoint":"https://shop-1.documents.azure.com:443/"},
            {"name":"West US","databaseAccountEndpoint":"https://shop-2.documents.azure.com:443/"}],
            "thinClientLocations":[{"name":"East US","databaseAccountEndpoint":"https://shop-1.documents.azure.com:10250/"}],
            "enableMultipleWriteLocations":false,"addresses":"//addresses/"}
            """;

        Assert.Equal(
            Regex.Replace(Account.ReplaceLineEndings(""), "https://shop[^\"]*", "http://127.0.0.1:8082/"),
            CosmosTransformer.WithAddress(Account, "http://127.0.0.1:8082/"));
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("\"text\"")]
    public void WithAddress_NoAccount_IsUnchanged(string body) =>
        Assert.Equal(body, CosmosTransformer.WithAddress(body, "http://127.0.0.1:8082/"));
}
