using System.Collections.ObjectModel;
using System.Globalization;
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
    [InlineData("", "The indexing path '' could not be accepted, failed near position '0'.")]
    [InlineData("*", "failed near position '1'")]
    [InlineData("name/?", "failed near position '1'")]
    [InlineData("/\"a\\\\\"/*/b/?", "failed near position '7'")]
    [InlineData("/a\"*\"/?", "failed near position '3'")]
    public async Task Policy_WithAPathThatIsNone_IsRefused(string path, string reason) =>
        await AssertRefusedAsync(new ContainerProperties("items", "/ownerId") { IndexingPolicy = Excluding(path) }, reason);

    [Theory]
    [InlineData("/tags/[]/?")]
    [InlineData("/\"a*?\"/?")]
    [InlineData("/\"a\\\"*\"/*")]
    public async Task Policy_WithAPathOfOtherCharacters_IsKept(string path)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        Database database = await emulator.Client.CreateDatabaseAsync("db");

        ContainerProperties created = await database.CreateContainerAsync(
            new ContainerProperties("items", "/ownerId") { IndexingPolicy = Excluding(path) });

        Assert.Contains(created.IndexingPolicy.ExcludedPaths, excluded => excluded.Path == path);
    }

    [Theory]
    [InlineData("Geometry", "", "Required parameter 'boundingBox' for 'Geometry' collection is missing in spatial path '/place/*'")]
    [InlineData("Geography", "0,0,1,1", "Incorrect parameter 'boundingBox' specified for 'Geography' collection")]
    [InlineData("Geometry", "0,0,0,1", "The value of parameter 'xmax' must be greater than the value of parameter 'xmin'")]
    [InlineData("Geometry", "0,1,1,0", "The value of parameter 'ymax' must be greater than the value of parameter 'ymin'")]
    public async Task SpatialIndex_WithoutTheBoundingBoxThatItsTypeNeeds_IsRefused(string type, string box, string reason) =>
        await AssertRefusedAsync(WithSpatialIndex(type, box), reason);

    [Theory]
    [InlineData("Geometry", "0,0,1,1")]
    [InlineData("Geography", "")]
    public async Task SpatialIndex_WithTheBoundingBoxThatItsTypeNeeds_IsKept(string type, string box)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        Database database = await emulator.Client.CreateDatabaseAsync("db");

        ContainerProperties created = await database.CreateContainerAsync(WithSpatialIndex(type, box));

        Assert.Equal("/place/*", Assert.Single(created.IndexingPolicy.SpatialIndexes).Path);
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

    /// <summary>Only a part of the policy was sent, and the replacement has it whole; or the other way round.</summary>
    [Theory]
    [InlineData(",\"conflictResolutionPolicy\":{\"mode\":\"LastWriterWins\"}", "")]
    [InlineData("", ",\"conflictResolutionPolicy\":{\"conflictResolutionProcedure\":\"\"}")]
    [InlineData("", ",\"conflictResolutionPolicy\":{\"conflictResolutionPath\":\"/_ts\"}")]
    [InlineData(",\"conflictResolutionPolicy\":{\"mode\":\"Custom\"}", ",\"conflictResolutionPolicy\":{\"mode\":\"Custom\",\"conflictResolutionPath\":\"\"}")]
    public async Task ConflictResolution_ThatIsTheSame_CanBeSentAgain(string created, string replaced)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await emulator.Client.CreateDatabaseAsync("db");

        using var creation = await emulator.SendAsync(
            "POST", "/dbs/db/colls", $$$"""{"id":"c","partitionKey":{"paths":["/k"]}{{{created}}}}""");
        using var replacement = await emulator.SendAsync(
            "PUT", "/dbs/db/colls/c", $$$"""{"id":"c","partitionKey":{"paths":["/k"]}{{{replaced}}}}""");

        Assert.Equal((HttpStatusCode.Created, HttpStatusCode.OK), (creation.StatusCode, replacement.StatusCode));
    }

    private static IndexingPolicy Excluding(string path) => new()
    {
        IncludedPaths = { new IncludedPath { Path = "/*" } },
        ExcludedPaths = { new ExcludedPath { Path = path } },
    };

    /// <param name="box">The least x and y and the greatest x and y; empty for none.</param>
    private static ContainerProperties WithSpatialIndex(string type, string box)
    {
        var index = new SpatialPath { Path = "/place/*", SpatialTypes = { SpatialType.Point } };
        if (box.Split(',') is [var xmin, var ymin, var xmax, var ymax])
        {
            index.BoundingBox = new BoundingBoxProperties
            {
                Xmin = double.Parse(xmin, CultureInfo.InvariantCulture),
                Ymin = double.Parse(ymin, CultureInfo.InvariantCulture),
                Xmax = double.Parse(xmax, CultureInfo.InvariantCulture),
                Ymax = double.Parse(ymax, CultureInfo.InvariantCulture),
            };
        }

        return new ContainerProperties("items", "/ownerId")
        {
            GeospatialConfig = new GeospatialConfig(Enum.Parse<GeospatialType>(type)),
            IndexingPolicy = new IndexingPolicy { SpatialIndexes = { index } },
        };
    }

    private static async Task AssertRefusedAsync(ContainerProperties properties, string reason)
    {
        await using var emulator = await EmulatorHost.StartAsync();
        Database database = await emulator.Client.CreateDatabaseAsync("db");

        var error = await Assert.ThrowsAsync<CosmosException>(() => database.CreateContainerAsync(properties));

        Assert.Equal(HttpStatusCode.BadRequest, error.StatusCode);
        Assert.Contains(reason, error.ResponseBody.Replace("\\\\", "\\"));
    }
}
