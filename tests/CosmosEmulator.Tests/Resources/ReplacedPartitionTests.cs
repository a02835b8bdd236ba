using System.Collections.Concurrent;
using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Endpoints;
using DroneDelivery.CosmosEmulator.PartitionKeys;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Tests.Documents;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.CosmosEmulator.Tests.Resources;

/// <summary>Partitions that take the place of one while requests write to it.</summary>
public sealed class ReplacedPartitionTests
{
    private const int Writers = 4;
    private const int Partitions = 16;

    private readonly Container _container = new(
        new Database("db", 1, TimeProvider.System), ContainerDefinition.Create("items", "/ownerId"), 1, new PartitionLayout(1),
        ProvisionedThroughput.Manual(400), TimeProvider.System);

    [Fact]
    public async Task Write_WhileItsPartitionIsReplaced_IsNeverLost()
    {
        var written = new ConcurrentDictionary<DocumentKey, string>();
        using var stop = new CancellationTokenSource();
        var writers = Enumerable.Range(0, Writers).Select(writer => Task.Run(() => WriteAsync(writer, written, stop.Token))).ToList();

        while (_container.Partitions.Count < Partitions)
        {
            var count = written.Count;
            while (written.Count < count + 200)
            {
                await Task.Yield();
            }

            var widest = _container.Partitions.MaxBy(partition => partition.Range.Max.Value - partition.Range.Min.Value)!;
            var middle = new EffectivePartitionKey((widest.Range.Min.Value + widest.Range.Max.Value) / 2);
            _container.ReplacePartition(
                widest, new EpkRange(widest.Range.Min, middle), new EpkRange(middle, widest.Range.Max));
        }

        await stop.CancelAsync();
        await Task.WhenAll(writers);

        Assert.All(written, each => Assert.Equal(each.Value, _container.Partitions.Find(each.Key.PartitionKey).Documents.Find(each.Key)?.ETag));
        Assert.Equal(written.Count, _container.Partitions.Sum(partition => partition.Documents.Count));
        foreach (var partition in _container.Partitions)
        {
            Assert.All(await partition.Documents.ReadAllAsync(), document => Assert.True(partition.Range.Contains(document.Key)));
        }
    }

    [Fact]
    public void Query_OfTheReplacedRange_IsGoneAndThatOfItsPartsIsNot()
    {
        var (whole, middle) = (_container.Partitions[0], new EffectivePartitionKey(UInt128.One << 125));
        _container.ReplacePartition(whole, new EpkRange(whole.Range.Min, middle), new EpkRange(middle, whole.Range.Max));

        Assert.Null(Find("0", out var refusal));
        Assert.Equal((CosmosStatus.Gone, CosmosSubStatus.PartitionKeyRangeGone), (refusal!.Status, refusal.SubStatus));
        Assert.Same(_container.Partitions[1], Find("2", out _)!.Partition);
        Assert.Equal(
            [("1", "0"), ("2", "0")],
            _container.Partitions.Select(partition => (partition.Id, Assert.Single(partition.Parents))));
        Assert.Equal(2, _container.Partitions.Version);
        Assert.Equal([200.0, 200.0], _container.Partitions.Select(partition => partition.Throttle.Snapshot(0).BudgetPerSecond));
    }

    [Fact]
    public void Partition_OfTwoReplacements_HasAllItsParents()
    {
        SplitFirst();
        SplitFirst();

        Assert.Equal([["0", "1"], ["0", "1"], ["0"]], _container.Partitions.Select(partition => partition.Parents));
        Assert.Equal(["3", "4", "2"], _container.Partitions.Select(partition => partition.Id));
    }

    /// <summary>The last write may be of a document that is deleted: no document has its number.</summary>
    [Fact]
    public async Task SessionToken_OfTheReplacedPartition_IsNotAheadOfItsParts()
    {
        Assert.True(_container.Reader.TryRead("""{"id":"d1","ownerId":"o7"}"""u8.ToArray(), out var draft, out _));
        await _container.UpsertAsync(draft);
        await _container.Partitions[0].Documents.CommitAsync(Write.Delete(draft.DocumentKey));
        var token = SessionToken.Format(_container.Partitions[0]);

        SplitFirst();

        Assert.All(_container.Partitions, partition => Assert.False(SessionToken.IsAhead(token, partition)));
        Assert.All(
            _container.Partitions,
            partition => Assert.True(SessionToken.IsAhead($"{token.Split('#')[0]}#99", partition)));
    }

    private void SplitFirst()
    {
        var first = _container.Partitions[0];
        var middle = new EffectivePartitionKey((first.Range.Min.Value + first.Range.Max.Value) / 2);
        _container.ReplacePartition(first, new EpkRange(first.Range.Min, middle), new EpkRange(middle, first.Range.Max));
    }

    private async Task WriteAsync(int writer, ConcurrentDictionary<DocumentKey, string> written, CancellationToken stop)
    {
        for (var number = 0; !stop.IsCancellationRequested; number++)
        {
            var json = Encoding.UTF8.GetBytes($$"""{"id":"{{writer}}-{{number}}","ownerId":"o{{number % 97}}"}""");
            Assert.True(_container.Reader.TryRead(json, out var draft, out var fault), fault);
            var result = await _container.UpsertAsync(draft);
            Assert.True(written.TryAdd(draft.DocumentKey, result.Document!.Value.ETag));
            await Task.Yield();
        }
    }

    private QueryTarget? Find(string range, out CosmosResponse? refusal)
    {
        var http = new DefaultHttpContext();
        http.Request.Headers[CosmosHeaders.PartitionKeyRangeId] = range;
        return QueryTarget.Find(
            _container, new CosmosRequest(http.Request, ResourcePath.Parse("/dbs/db/colls/items/docs"), default), isQuery: true, out refusal);
    }
}
