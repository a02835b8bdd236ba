using System.Text;
using DroneDelivery.CosmosEmulator.BinaryJson;

namespace DroneDelivery.CosmosEmulator.Tests.BinaryJson;

/// <summary>Each form of a value, written by hand, and bodies that no writer makes.</summary>
public sealed class TypeMarkerTests
{
    private const int MaxBytes = 1024 * 1024;
    private const string GuidBytes = "1032547698BADCFE1032547698BADCFE";

    [Theory]
    [InlineData("00", "0")]
    [InlineData("1F", "31")]
    [InlineData("C8FF", "255")]
    [InlineData("C9FEFF", "-2")]
    [InlineData("CA00000080", "-2147483648")]
    [InlineData("CBFFFFFFFFFFFFFF7F", "9223372036854775807")]
    [InlineData("CB0000000000000080", "-9223372036854775808")]
    [InlineData("C7FFFFFFFFFFFFFFFF", "18446744073709551615")]
    [InlineData("CC000000000000F83F", "1.5")]
    [InlineData("CC0000000000000080", "-0.0")]
    [InlineData("CC000000000000F87F", "\"NaN\"")]
    [InlineData("CC000000000000F07F", "\"Infinity\"")]
    [InlineData("CC000000000000F0FF", "\"-Infinity\"")]
    [InlineData("CD0000C03F", "1.5")]
    [InlineData("CE000000000000F83F", "1.5")]
    [InlineData("CF003E", "1.5")]
    [InlineData("D7FF", "255")]
    [InlineData("D8FF", "-1")]
    [InlineData("D9FFFF", "-1")]
    [InlineData("DAFFFFFFFF", "-1")]
    [InlineData("DBFFFFFFFFFFFFFFFF", "-1")]
    [InlineData("DCFFFFFFFF", "4294967295")]
    [InlineData("D0", "null")]
    [InlineData("D1", "false")]
    [InlineData("D2", "true")]
    public void Number_OrLiteral_IsRead(string hex, string json) => Assert.Equal(json, Decode(hex));

    [Theory]
    [InlineData("20", "$s")]
    [InlineData("2C", "id")]
    [InlineData("3F", "_id")]
    [InlineData("80", "")]
    [InlineData("83616263", "abc")]
    [InlineData("82C3A9", "é")]
    [InlineData("C003616263", "abc")]
    [InlineData("C10300616263", "abc")]
    [InlineData("C203000000616263", "abc")]
    [InlineData("710100414243", "QUJD")]
    [InlineData("7101014142", "QUI=")]
    [InlineData("71010241", "QQ==")]
    [InlineData("7101FE4142", "QUI")]
    [InlineData("7101FD41", "QQ")]
    [InlineData("72010000414243", "QUJD")]
    [InlineData("730101FBFF", "-_8=")]
    [InlineData("74010001FBFF", "-_8=")]
    [InlineData($"75{GuidBytes}", "01234567-89ab-cdef-0123-456789abcdef")]
    [InlineData($"76{GuidBytes}", "01234567-89AB-CDEF-0123-456789ABCDEF")]
    [InlineData($"77{GuidBytes}", "\\\"01234567-89ab-cdef-0123-456789abcdef\\\"")]
    [InlineData("7804BA1C", "abc1")]
    [InlineData("7803BA0C", "abc")]
    [InlineData("7904BA1C", "ABC1")]
    [InlineData("7A04E3F6", "2T5Z")]
    [InlineData("7B04611002", "abca")]
    [InlineData("7C02612003", "az")]
    [InlineData("7D0220A10E", "AZ")]
    [InlineData("7E026131", "ab")]
    [InlineData("7F02006131", "ab")]
    public void String_OfEachForm_IsRead(string hex, string text) => Assert.Equal($"\"{text}\"", Decode(hex));

    [Theory]
    [InlineData("E0", "[]")]
    [InlineData("E105", "[5]")]
    [InlineData("E2020102", "[1,2]")]
    [InlineData("E302000102", "[1,2]")]
    [InlineData("E4020000000102", "[1,2]")]
    [InlineData("E502020102", "[1,2]")]
    [InlineData("E6020002000102", "[1,2]")]
    [InlineData("E702000000020000000102", "[1,2]")]
    [InlineData("E8", "{}")]
    [InlineData("E92C05", "{\"id\":5}")]
    [InlineData("EA022C05", "{\"id\":5}")]
    [InlineData("EB02002C05", "{\"id\":5}")]
    [InlineData("EC020000002C05", "{\"id\":5}")]
    [InlineData("ED02012C05", "{\"id\":5}")]
    [InlineData("EE020001002C05", "{\"id\":5}")]
    [InlineData("EF02000000010000002C05", "{\"id\":5}")]
    [InlineData("E92CE1E92CE0", "{\"id\":[{\"id\":[]}]}")]
    [InlineData("E20683616263C303", "[\"abc\",\"abc\"]")]
    [InlineData("E20783616263C40300", "[\"abc\",\"abc\"]")]
    [InlineData("E20883616263C5030000", "[\"abc\",\"abc\"]")]
    [InlineData("E20983616263C603000000", "[\"abc\",\"abc\"]")]
    [InlineData("EA08816181628163C303", "{\"a\":\"b\",\"c\":\"a\"}")]
    [InlineData("F0D703010203", "[1,2,3]")]
    [InlineData("F1D9020001000200", "[1,2]")]
    [InlineData("F2F0D7020201020304", "[[1,2],[3,4]]")]
    [InlineData("F3F1D9010002000100FFFF", "[[1],[-1]]")]
    [InlineData("F2F0D70002", "[[],[]]")]
    public void Container_OfEachForm_IsRead(string hex, string json) => Assert.Equal(json, Decode(hex));

    [Theory]
    [InlineData("", "expected at byte 1")]
    [InlineData("40", "in a list of strings")]
    [InlineData("6001", "in a list of strings")]
    [InlineData("68", "not expected")]
    [InlineData("70", "not expected")]
    [InlineData("D4", "not expected")]
    [InlineData("F4", "not expected")]
    [InlineData("FF", "not expected")]
    [InlineData($"D3{GuidBytes}", "JSON does not have")]
    [InlineData("DD0141", "JSON does not have")]
    [InlineData("0505", "bytes follow its value")]
    [InlineData("E1", "expected at byte 2")]
    [InlineData("E90505", "not expected")]
    [InlineData("E92C", "expected at byte 3")]
    [InlineData("E2FF01", "255 bytes are expected")]
    [InlineData("E4FFFFFFFF", "4294967295 bytes are expected")]
    [InlineData("C2FFFFFFFF", "4294967295 bytes are expected")]
    [InlineData("E502030102", "1 bytes are expected")]
    [InlineData("E502010102", "bytes follow the last item")]
    [InlineData("E201C805", "1 bytes are expected")]
    [InlineData("C300", "which is not before it")]
    [InlineData("C301", "which is not before it")]
    [InlineData("C6FFFFFFFF", "which is not before it")]
    [InlineData("E206C30583616263", "which is not before it")]
    [InlineData("E20883616263C303C307", "not expected")]
    [InlineData("E20305C303", "not expected")]
    [InlineData("E20582C3A9C305", "41 bytes are expected")]
    [InlineData("81FF", "not valid UTF-8")]
    [InlineData("82C328", "not valid UTF-8")]
    [InlineData("7B027FF0", "not ASCII")]
    [InlineData("7101034142", "has the padding 03")]
    [InlineData("710001", "has the padding 01")]
    [InlineData("7FFFFF00", "57344 bytes are expected")]
    [InlineData("F0D20101", "array of numbers")]
    [InlineData("F0D7FF01", "255 bytes are expected")]
    [InlineData("F2F1D7010101", "array of numbers")]
    [InlineData("F3F1CBFFFFFFFF", "34358689800 bytes are expected")]
    public void Body_ThatIsMalformed_IsRefused(string hex, string reason)
    {
        Assert.False(TryDecode(Convert.FromHexString($"80{hex}"), out _, out var fault));

        Assert.NotNull(fault);
        Assert.Contains(reason, fault.Message);
        Assert.False(fault.IsTooLarge);
    }

    [Theory]
    [InlineData(256, true)]
    [InlineData(257, false)]
    [InlineData(100_000, false)]
    public void Arrays_InEachOther_AreReadUpToADepth(int depth, bool isRead) =>
        Assert.Equal(isRead, TryDecode([0x80, .. Enumerable.Repeat((byte)0xE1, depth), 5], out _, out _));

    /// <summary>A body of 300 KB whose text would have 10 GB.</summary>
    [Fact]
    public void References_ToALongString_EndAtTheLimit()
    {
        const int Count = 100_000;
        byte[] longString = [0xC2, .. BitConverter.GetBytes(Count), .. Enumerable.Repeat((byte)'x', Count)];
        byte[] items = [.. longString, .. Enumerable.Repeat<byte[]>([0xC3, 6], Count).SelectMany(reference => reference)];

        Assert.False(TryDecode([0x80, 0xE4, .. BitConverter.GetBytes(items.Length), .. items], out _, out var fault));

        Assert.True(fault?.IsTooLarge);
    }

    /// <summary>A body of 400 KB whose text would have 11 GB.</summary>
    [Fact]
    public void Arrays_OfEmptyArrays_EndAtTheLimit()
    {
        byte[] items = [.. Enumerable.Repeat<byte[]>([0xF3, 0xF1, 0xD7, 0, 0, 0xFF, 0xFF], 57_000).SelectMany(array => array)];

        Assert.False(TryDecode([0x80, 0xE4, .. BitConverter.GetBytes(items.Length), .. items], out _, out var fault));

        Assert.True(fault?.IsTooLarge);
    }

    /// <summary>The text, or null for a body that is refused.</summary>
    private static string? Decode(string hex) =>
        TryDecode(Convert.FromHexString($"80{hex}"), out var text, out _) ? Encoding.UTF8.GetString(text.Span) : null;

    private static bool TryDecode(byte[] body, out ReadOnlyMemory<byte> text, out BinaryJsonFault? fault) =>
        BinaryJsonDecoder.TryDecode(body, MaxBytes, out text, out fault);
}
