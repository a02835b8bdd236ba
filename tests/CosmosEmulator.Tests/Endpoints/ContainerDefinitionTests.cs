using System.Collections.ObjectModel;
using System.Net;
using DroneDelivery.CosmosEmulator.Tests.Hosting;
using Microsoft.Azure.Cosmos;

namespace DroneDelivery.CosmosEmulator.Tests.Endpoints;

/// <summary>Definitions of containers that are refused, with the reason.</summary>
public sealed class ContainerDefinitionTests
{
    [Theory]
    [InlineData("/name", "failed near position '5'")]
    [InlineData("/a/*/b/?", "The indexing path '\\/a\\/*\\/b\\/?' could not be accepted, failed near position '3'.")]
    [InlineData("/a?/*", "failed near position '2'")]
    [InlineData("//?", "failed near position '1'")]
    [InlineData("/tags/[]/?", null)]
    [InlineData("/\"a*?\"/?", null)]
    [InlineData("/\"a\\\"*\"/*", null)]
    public async Task Policy_WithAPathThatIsNone_IsRefused(string path, string? reason)
    {
        var policy = new IndexingPolicy
        {
            IncludedPaths = { new IncludedPath { Path = "/*" } },
            ExcludedPaths = { new ExcludedPath { Path = path } },
        };

        await AssertRefusedAsync(new ContainerProperties("items", "/ownerId") { IndexingPolicy = policy }, reason);
    }

    [Theory]
    [InlineData("/month", "A composite index has at least 2 paths.")]
    [InlineData("/month /id/?", "'\\/id\\/?' could not be accepted, failed near position '4'")]
    [InlineData("/month/* /id", "'\\/month\\/*' could not be accepted, failed near position '7'")]
    public async Task Policy_WithACompositeIndexThatIsNone_IsRefused(string paths, string reason)
    {
        var index = paths.Split(' ').Select(path => new CompositePath { Path = path }).ToList();
        var policy = new IndexingPolicy { CompositeIndexes = { new Collection<CompositePath>(index) } };

        await AssertRefusedAsync(new ContainerProperties("items", "/ownerId") { IndexingPolicy = policy }, reason);
    }

    [Theory]
    [InlineData(true, null, "Indexing mode value cannot be 'none' when automatic indexing is specified as 'true'.")]
    [InlineData(false, 10, "cannot have the indexing mode 'none'")]
    [InlineData(false, -1, "cannot have the indexing mode 'none'")]
    public async Task Policy_OfTheModeNone_IsRefusedWithWhatNeedsAnIndex(bool isAutomatic, int? timeToLive, string reason) =>
        await AssertRefusedAsync(
            new ContainerProperties("items", "/ownerId")
            {
                IndexingPolicy = new IndexingPolicy { IndexingMode = IndexingMode.None, Automatic = isAutomatic },
                DefaultTimeToLive = timeToLive,
            },
            reason);

    [Fact]
    public async Task ConflictResolution_OfAContainer_CannotBeChanged()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var container = await emulator.CreateContainerAsync();
        ContainerProperties properties = await container.ReadContainerAsync();
        properties.ConflictResolutionPolicy.ResolutionPath = "/version";

        var error = await Assert.ThrowsAsync<CosmosException>(() => container.ReplaceContainerAsync(properties));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains("The conflict resolution policy of a container cannot be changed.", error.ResponseBody);
    }

    /// <param name="reason">Null if it is accepted.</param>
    private static async Task AssertRefusedAsync(ContainerProperties properties, string? reason)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        Database database = await emulator.Client.CreateDatabaseAsync("db");

        var error = await Record.ExceptionAsync(() => database.CreateContainerAsync(properties)) as CosmosException;

        Assert.Equal(reason is null ? null : HttpStatusCode.BadRequest, error?.StatusCode);
        Assert.Contains(reason ?? "", error?.ResponseBody.Replace("\\\\", "\\") ?? "");
    }
}
