namespace DroneDelivery.CosmosEmulator.HybridRow;

/// <summary>
/// The numbers of HybridRow, the binary format of batches (https://github.com/microsoft/HybridRow). A row begins with the version
/// and the id of its schema. Then it has the columns of the schema: a bit for each that may be absent, those of fixed length, and
/// the others with their length. After them are fields with a type and a number.
/// </summary>
internal static class RowFormat
{
    public const byte Version = 0x81;

    // Schemas. A body is a segment row, and a record row before each row of content.
    public const int Segment = 0x7FFF_D8F0;
    public const int Record = 0x7FFF_D8F1;
    public const int BatchOperation = 0x7FE1_5470;
    public const int BatchResult = 0x7FE1_5471;

    /// <summary>The bits of a segment row: its only column, its length, is there.</summary>
    public const byte SegmentColumns = 1;

    /// <summary>The bytes of a segment row without fields: version, schema, bits and length.</summary>
    public const int SegmentLength = 10;

    // Types of fields. The type of a boolean is its value.
    public const byte False = 2;
    public const byte True = 3;
    public const byte Int32 = 7;
    public const byte UInt32 = 11;
    public const byte Float64 = 16;
    public const byte Utf8 = 20;
}
