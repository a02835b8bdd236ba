namespace DroneDelivery.CosmosEmulator.Throughput;

/// <summary>
/// The request units (RU) that a call is charged. KB is 1,024 bytes of the stored document, system properties included.
/// <code>
/// read    = 1 + 9/99 * (KB - 1)                 never below 1
/// insert  = 5 + 45/99 * (KB - 1)                never below 5
/// replace = 2 * insert
/// patch   = replace
/// delete  = insert
/// query   = 2.5 * partitions + 0.23 * partitions * index lookups + 0.0102 * KB loaded + 0.04 * KB returned
/// changes = 2.5 + (0.0102 + 0.04) * KB returned
/// </code>
/// Reads, queries and feeds cost twice as much under Strong and BoundedStaleness.
/// Sources, all in MicrosoftDocs/azure-databases-docs: a read of 1 KB is 1 RU and of 100 KB 10 RU, strong reads cost twice, a
/// replace twice an insert, a query's pages add up to the query, 3.19 RU for one document of 9.9 KB
/// (optimize-cost-reads-writes.md); writes of 1 and 100 KB are 5 and 50 RU (key-value-store-cost.md); about 2.5 RU for each
/// physical partition visited (how-to-query-container.md); 2.98 RU for an indexed equality, 4,059.95 RU for a scan of 400 MB
/// (troubleshoot-query-performance.md). A patch saves no significant charge (partial-document-update-faq.yml).
/// [inferred] The straight line between the two sizes; the charge of an index lookup and of KB loaded and returned, fitted to
/// the documented queries; a delete like an insert; a patch like a replace; a page of the change feed like the first page of a feed;
/// 1 RU for a failed data call and for metadata. The indexed values of a write cost nothing more: 5 RU is within a tenth of the
/// 5.5 RU that are documented too.
/// </summary>
internal static class Charges
{
    /// <summary>Database, container and offer calls, and query plans. They are not charged to a partition.</summary>
    public static readonly RequestUnits Metadata = RequestUnits.From(1);

    /// <summary>400, 404, 409, 412 and 413 on data are charged too.</summary>
    public static readonly RequestUnits FailedCall = RequestUnits.From(1);

    /// <summary>The parts of a thousandth of an RU in which a query is metered: then each byte counts a whole number of them.</summary>
    public const int PartsPerThousandth = 10 * BytesPerKilobyte;

    private const int BytesPerKilobyte = 1024;
    private const double SmallestRead = 1;
    private const double ReadPerKilobyte = 9.0 / 99;
    private const double SmallestInsert = 5;
    private const double InsertPerKilobyte = 45.0 / 99;
    private const long VisitedPartitionThousandths = 2_500;
    private const long IndexLookupThousandths = 230;

    // 0.0102 RU for a KB loaded, and 0.04 RU for a KB returned.
    private const long PartsPerByteLoaded = 102;
    private const long PartsPerByteReturned = 400;

    public static RequestUnits Read(long bytes) => RequestUnits.From(SmallestRead + (ReadPerKilobyte * KilobytesAboveOne(bytes)));

    public static RequestUnits Insert(long bytes) =>
        RequestUnits.From(SmallestInsert + (InsertPerKilobyte * KilobytesAboveOne(bytes)));

    /// <summary>Of a patch too.</summary>
    public static RequestUnits Replace(long bytes) => 2 * Insert(bytes);

    public static RequestUnits Delete(long bytes) => Insert(bytes);

    /// <summary>
    /// One page of a query on one partition. The visit and the lookups are charged with the first page only, so that the pages add
    /// up to the whole query.
    /// </summary>
    /// <param name="remainder">What the pages before did not charge, in parts of a thousandth; for the next page afterwards.</param>
    public static RequestUnits QueryPage(
        bool isFirstPage, int lookups, long loadedBytes, long returnedBytes, ref int remainder)
    {
        var parts = remainder + (PartsPerByteLoaded * loadedBytes) + (PartsPerByteReturned * returnedBytes);
        remainder = (int)(parts % PartsPerThousandth);
        var visit = isFirstPage ? VisitedPartitionThousandths + (IndexLookupThousandths * lookups) : 0;
        return new RequestUnits(visit + (parts / PartsPerThousandth));
    }

    /// <summary>
    /// One page of the change feed, or the answer that there is none. Each request is charged for the visit, since none is known
    /// to be the first.
    /// </summary>
    public static RequestUnits ChangeFeedPage(long bytes)
    {
        var remainder = 0;
        return QueryPage(isFirstPage: true, lookups: 0, loadedBytes: bytes, returnedBytes: bytes, ref remainder);
    }

    private static double KilobytesAboveOne(long bytes) => Math.Max(0, ((double)bytes / BytesPerKilobyte) - 1);
}
