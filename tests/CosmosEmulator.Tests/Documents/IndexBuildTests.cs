using System.Globalization;
using System.Text;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Tests.Documents;

public sealed class IndexBuildTests
{
    private const int Values = 10;
    private static readonly PropertyPath Path = PropertyPath.Parse("/a");
    private readonly PropertyIndex _index = new(Path);
    private readonly DocumentSlots _slots = new(
        new DocumentStamp(ResourceIds.Container(ResourceIds.Database(1), 2), "dbs/d/colls/c/", TimeProvider.System));

    private readonly IndexBuild _build;
    private long _sequence;

    public IndexBuildTests() => _build = new IndexBuild(_index, _slots);

    [Fact]
    public void Build_WithoutWrites_TakesEachDocumentOnce()
    {
        AddDocuments(60);

        var steps = 0;
        BuildToEnd(() => steps++);

        Assert.Equal(2 * 3, steps);
        AssertIsComplete();
    }

    /// <summary>What was taken may be another document, or none, when it is indexed.</summary>
    [Fact]
    public void Build_WithWritesBetweenTakingAndIndexing_HasTheLastDocuments()
    {
        AddDocuments(600);
        _build.TakeNeedsLock();
        Write(slot: 5, value: 3);
        Write(slot: 5, value: 4);
        Write(slot: 6, value: null);
        Write(slot: 15, value: 1);
        Write(slot: 16, value: 9);
        Write(slot: 17, value: null);
        _build.Apply();
        Write(slot: 5, value: 7);
        AddDocuments(1);

        BuildToEnd();

        AssertIsComplete();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Build_WithRandomWrites_HasTheLastDocuments(int seed)
    {
        var random = new Random(seed);
        AddDocuments(1_500);

        BuildToEnd(WriteSome);

        AssertIsComplete();

        void WriteSome()
        {
            for (var count = random.Next(16); count > 0; count--)
            {
                Write(random.Next(_slots.Count), random.Next(4) == 0 ? null : random.Next(Values));
            }

            AddDocuments(random.Next(3));
        }
    }

    private void BuildToEnd(Action? betweenSteps = null)
    {
        for (_build.TakeNeedsLock(); !_build.IsLastStep; _build.TakeNeedsLock())
        {
            betweenSteps?.Invoke();
            _build.Apply();
            betweenSteps?.Invoke();
        }

        _build.Apply();
    }

    private void AssertIsComplete()
    {
        for (var value = 0; value < Values; value++)
        {
            var expected = Enumerable.Range(0, _slots.Count).Where(slot => ReadAt(slot) is { } found && found == CosmosValue.From(value));
            Assert.Equal(expected, _index.Find(new ValueLookup(Path, [CosmosValue.From(value)])).ToArray());
        }
    }

    private CosmosValue? ReadAt(int slot) => _slots.At(slot) is { } document ? JsonProperty.Read(document.Members, Path) : null;

    private void AddDocuments(int count)
    {
        for (; count > 0; count--)
        {
            var slot = _slots.Count;
            _build.ReplaceNeedsLock(slot, null, _slots.Add(default, Name(slot), Members(slot, slot % Values), NextVersion(), default));
        }
    }

    /// <summary>Replaces the document of a slot, or removes it. An empty slot stays empty, as in the store.</summary>
    private void Write(int slot, int? value)
    {
        if (_slots.At(slot) is not { } old)
        {
            return;
        }

        if (value is { } number)
        {
            _build.ReplaceNeedsLock(slot, old, _slots.Replace(slot, default, Name(slot), Members(slot, number), NextVersion(), default));
        }
        else
        {
            _slots.Remove(slot);
            _build.ReplaceNeedsLock(slot, old, null);
        }
    }

    private DocumentVersion NextVersion() => new(++_sequence, _sequence, Seconds: 0);

    private static byte[] Name(int slot) => Utf8($"d{slot}");

    private static byte[] Members(int slot, int value) => Utf8($"\"id\":\"d{slot}\",\"a\":{value}");

    private static byte[] Utf8(FormattableString text) => Encoding.UTF8.GetBytes(text.ToString(CultureInfo.InvariantCulture));
}
