using System.ComponentModel.DataAnnotations;
using DroneDelivery.ServiceDefaults.Cosmos;

namespace DroneDelivery.ServiceDefaults.Tests.Cosmos;

public sealed class CosmosOptionsTests
{
    [Theory]
    [InlineData("nonsense", "is not a connection string")]
    [InlineData("AccountKey=a2V5", "AccountEndpoint")]
    [InlineData("AccountEndpoint=ftp://host/;AccountKey=a2V5", "AccountEndpoint")]
    [InlineData("AccountEndpoint=http://127.0.0.1:8081/", "AccountKey")]
    [InlineData("AccountEndpoint=http://127.0.0.1:8081/;AccountKey=not base64", "AccountKey")]
    public void ConnectionString_Wrong_FaultIsNamed(string connectionString, string expected)
    {
        var fault = Assert.Single(FaultsOf(new CosmosOptions { ConnectionString = connectionString }));

        Assert.StartsWith("The value of --cosmos", fault.ErrorMessage);
        Assert.Contains(expected, fault.ErrorMessage);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(10_001)]
    public void MaxConnections_OutOfRange_FlagIsNamed(int connections)
    {
        var fault = Assert.Single(FaultsOf(new CosmosOptions { MaxConnections = connections }));

        Assert.Equal($"--cosmos-connections must be from 1 to 10000, not {connections}.", fault.ErrorMessage);
    }

    [Fact]
    public void ConnectionString_Default_IsValid()
    {
        Assert.Empty(FaultsOf(new CosmosOptions()));
    }

    [Theory]
    [InlineData("https://name.documents.azure.com:443/")]
    [InlineData("http://127.0.0.1:8081/")]
    public void EndpointWithIdentity_OnAzureOrThisMachine_IsValid(string endpoint)
    {
        Assert.Empty(FaultsOf(new CosmosOptions { ConnectionString = endpoint, Identity = true }));
    }

    [Theory]
    [InlineData("AccountEndpoint=https://name.documents.azure.com:443/;AccountKey=a2V5", "is the account's endpoint")]
    [InlineData("name.documents.azure.com", "is the account's endpoint")]
    [InlineData("http://name.documents.azure.com/", "must be https, not http://name.documents.azure.com/.")]
    public void EndpointWithIdentity_Wrong_FaultIsNamed(string endpoint, string expected)
    {
        var fault = Assert.Single(FaultsOf(new CosmosOptions { ConnectionString = endpoint, Identity = true }));

        Assert.StartsWith("With --cosmos-identity true", fault.ErrorMessage);
        Assert.Contains(expected, fault.ErrorMessage);
        Assert.DoesNotContain("a2V5", fault.ErrorMessage);
    }

    [Fact]
    public void EndpointWithoutIdentity_FaultNamesTheFlag()
    {
        var fault = Assert.Single(FaultsOf(new CosmosOptions { ConnectionString = "https://name.documents.azure.com:443/" }));

        Assert.Contains("--cosmos-identity true", fault.ErrorMessage);
    }

    [Theory]
    [InlineData("http://127.0.0.1:8081/", false)]
    [InlineData("http://127.0.0.1:8081/", true)]
    public void DirectMode_WithTheEmulator_IsRefused(string endpoint, bool identity)
    {
        var connection = identity ? endpoint : $"AccountEndpoint={endpoint};AccountKey=a2V5";

        var fault = Assert.Single(
            FaultsOf(new CosmosOptions { ConnectionString = connection, Identity = identity, Mode = CosmosOptions.Direct }));

        Assert.Equal(
            "--cosmos-mode direct needs an account on Azure: the emulator at http://127.0.0.1:8081/ has Gateway mode only.",
            fault.ErrorMessage);
    }

    [Fact]
    public void Mode_Unknown_FlagIsNamed()
    {
        var fault = Assert.Single(FaultsOf(new CosmosOptions { Mode = "tcp" }));

        Assert.Equal("--cosmos-mode must be gateway or direct, not \"tcp\".", fault.ErrorMessage);
    }

    private static IEnumerable<ValidationResult> FaultsOf(CosmosOptions options) =>
        options.Validate(new ValidationContext(options));
}
