using DroneDelivery.CosmosEmulator.Throughput;

namespace DroneDelivery.CosmosEmulator.Tests.Throughput;

/// <summary>One row for each documented charge; docs/emulator.md names the sources.</summary>
public sealed class ChargesTests
{
    private const double Tolerance = 0.10;
    private const long Kilobyte = 1024;

    [Theory]
    [InlineData("read of 1 KB", 1, 1)]
    [InlineData("read of 100 KB", 100, 10)]
    public void Read_OfADocumentedSize_CostsWhatIsDocumented(string what, long kilobytes, double documented) =>
        AssertNear(what, documented, Charges.Read(kilobytes * Kilobyte));

    [Theory]
    [InlineData("write of 1 KB", 1, 5)]
    [InlineData("insert of 1 KB without indexing", 1, 5.5)]
    [InlineData("write of 100 KB", 100, 50)]
    public void Insert_OfADocumentedSize_CostsWhatIsDocumented(string what, long kilobytes, double documented) =>
        AssertNear(what, documented, Charges.Insert(kilobytes * Kilobyte));

    [Theory]
    [InlineData(1)]
    [InlineData(100)]
    public void Replace_OfAnySize_CostsTwoInserts(long kilobytes) =>
        Assert.Equal(2 * Charges.Insert(kilobytes * Kilobyte), Charges.Replace(kilobytes * Kilobyte));

    [Theory]
    [InlineData(ConsistencyLevel.Strong, 2)]
    [InlineData(ConsistencyLevel.BoundedStaleness, 2)]
    [InlineData(ConsistencyLevel.Session, 1)]
    [InlineData(ConsistencyLevel.ConsistentPrefix, 1)]
    [InlineData(ConsistencyLevel.Eventual, 1)]
    public void Read_UnderAConsistencyLevel_CostsItsFactor(ConsistencyLevel level, double factor) =>
        Assert.Equal(factor, new ReadCost(level).Apply(RequestUnits.From(1), requestedLevel: null).Value);

    [Theory]
    [InlineData(ConsistencyLevel.Strong, "Eventual", 1)]
    [InlineData(ConsistencyLevel.Strong, "eventual", 1)]
    [InlineData(ConsistencyLevel.Eventual, "Strong", 1)]
    [InlineData(ConsistencyLevel.Strong, "unknown", 2)]
    public void Read_ThatAsksForALevel_CostsTheWeakerOfBoth(ConsistencyLevel account, string level, double factor) =>
        Assert.Equal(factor, new ReadCost(account).Apply(RequestUnits.From(1), level).Value);

    // partitions, equality terms, KB loaded, KB returned
    [Theory]
    [InlineData("one document of 9.9 KB", 1, 1, 9.9, 9.9, 3.19)]
    [InlineData("an indexed equality", 1, 1, 1, 1, 2.98)]
    [InlineData("a scan of 60,951 documents, 400 MB", 1, 0, 400_000, 0, 4059.95)]
    [InlineData("a partition without a match", 1, 0, 0, 0, 2.5)]
    [InlineData("the study's query on nine partitions", 9, 3, 4.2, 4.2, 29)]
    [InlineData("the study's query on one partition", 1, 3, 4.2, 4.2, 3.4)]
    public void Query_ThatIsDocumented_CostsWhatIsDocumented(
        string what, int partitions, int terms, double loaded, double returned, double documented)
    {
        var charge = Charge(terms, (long)(loaded * Kilobyte), (long)(returned * Kilobyte))
            + ((partitions - 1) * Charge(terms, loaded: 0, returned: 0));

        AssertNear(what, documented, charge);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(1_000)]
    public void Query_InPages_CostsExactlyWhatItCostsInOne(int pages)
    {
        const long Loaded = 123;
        const long Returned = 45;

        var remainder = 0;
        var sum = default(RequestUnits);
        for (var page = 0; page < pages; page++)
        {
            sum += Charges.QueryPage(page == 0, 3, Loaded, Returned, ref remainder);
        }

        Assert.Equal(Charge(3, pages * Loaded, pages * Returned), sum);
    }

    private static RequestUnits Charge(int terms, long loaded, long returned)
    {
        var remainder = 0;
        return Charges.QueryPage(isFirstPage: true, terms, loaded, returned, ref remainder);
    }

    private static void AssertNear(string what, double documented, RequestUnits modelled) =>
        Assert.True(
            Math.Abs(modelled.Value - documented) <= Tolerance * documented,
            $"{what}: documented {documented} RU, modelled {modelled} RU");
}
