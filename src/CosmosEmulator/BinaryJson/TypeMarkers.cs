namespace DroneDelivery.CosmosEmulator.BinaryJson;

/// <summary>
/// The numbers of CosmosBinary, the binary form of JSON, which the SDK's source describes
/// (https://github.com/Azure/azure-cosmos-dotnet-v3, Microsoft.Azure.Cosmos/src/Json/JsonBinaryEncoding.TypeMarker.cs).
/// A body is the byte of the format and one value. A value is a marker and what the marker announces, often a length and bytes.
/// Numbers are little endian. The lowest markers are integers, and each stands for itself.
/// </summary>
internal static class TypeMarkers
{
    public const byte Format = 0x80;

    // Strings. Those of the service's own list, and of a list that is not in the body, have their number in the marker.
    public const byte FirstSystemString = 0x20;
    public const byte FirstUserString = 0x40;
    public const byte FirstWithoutMeaning = 0x68;
    public const byte Base64Length1 = 0x71;
    public const byte Base64Length2 = 0x72;
    public const byte Base64UrlLength1 = 0x73;
    public const byte Base64UrlLength2 = 0x74;
    public const byte LowerCaseGuid = 0x75;
    public const byte UpperCaseGuid = 0x76;
    public const byte QuotedGuid = 0x77;
    public const byte LowerCaseHex = 0x78;
    public const byte UpperCaseHex = 0x79;
    public const byte DateAndTime = 0x7A;
    public const byte Packed4Bits = 0x7B;
    public const byte Packed5Bits = 0x7C;
    public const byte Packed6Bits = 0x7D;
    public const byte Packed7BitsLength1 = 0x7E;
    public const byte Packed7BitsLength2 = 0x7F;

    /// <summary>The first of 64 markers that hold the length of the string.</summary>
    public const byte FirstShortString = 0x80;
    public const byte StringLength1 = 0xC0;
    public const byte StringLength2 = 0xC1;
    public const byte StringLength4 = 0xC2;

    /// <summary>The first of four, whose offset has 1 to 4 bytes.</summary>
    public const byte FirstReference = 0xC3;

    // Numbers. The second name of a width is that of a type which JSON does not tell apart.
    public const byte NumberUInt64 = 0xC7;
    public const byte NumberUInt8 = 0xC8;
    public const byte NumberInt16 = 0xC9;
    public const byte NumberInt32 = 0xCA;
    public const byte NumberInt64 = 0xCB;
    public const byte NumberDouble = 0xCC;
    public const byte Float32 = 0xCD;
    public const byte Float64 = 0xCE;
    public const byte Float16 = 0xCF;
    public const byte UInt8 = 0xD7;
    public const byte Int8 = 0xD8;
    public const byte Int16 = 0xD9;
    public const byte Int32 = 0xDA;
    public const byte Int64 = 0xDB;
    public const byte UInt32 = 0xDC;

    public const byte Null = 0xD0;
    public const byte False = 0xD1;
    public const byte True = 0xD2;

    // Values that JSON does not have: a GUID, and bytes.
    public const byte Guid = 0xD3;
    public const byte BytesLength1 = 0xDD;
    public const byte BytesLength2 = 0xDE;
    public const byte BytesLength4 = 0xDF;

    /// <summary>
    /// The first of eight arrays: empty, of one item, three with a length of 1, 2 and 4 bytes, and three that also have a count.
    /// </summary>
    public const byte FirstArray = 0xE0;

    /// <summary>The first of eight objects, which are as the arrays.</summary>
    public const byte FirstObject = 0xE8;

    // Numbers of one width, without their markers, and arrays of such arrays. The digit is the bytes of their counts.
    public const byte NumberArrayCount1 = 0xF0;
    public const byte NumberArrayCount2 = 0xF1;
    public const byte NumberArraysCount1 = 0xF2;
    public const byte NumberArraysCount2 = 0xF3;
}
