namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>The bitwise operators, which compute with 32 bits as in JavaScript. The first rows are the documentation's.</summary>
public sealed class BitwiseOperatorTests
{
    [Theory]
    [InlineData("100 >> 2", "25")]
    [InlineData("100 << 2", "400")]
    [InlineData("100 >>> 0", "100")]
    [InlineData("100 & 1000", "96")]
    [InlineData("100 | 1000", "1004")]
    [InlineData("100 ^ 1000", "908")]
    [InlineData("~5", "-6")]
    [InlineData("~~5", "5")]
    [InlineData("-1 >>> 0", "4294967295")]
    [InlineData("-16 >> 2", "-4")]
    [InlineData("-16 >>> 28", "15")]
    [InlineData("1 << 31", "-2147483648")]
    [InlineData("1 << 32", "1")]
    [InlineData("1 << -1", "-2147483648")]
    [InlineData("1 | 2 & 4", "0")]
    [InlineData("1 + 2 << 1", "6")]
    [InlineData("2 * 3 | 1 << 1 + 1", "28")]
    [InlineData("8 >> 1 = 4", "true")]
    public void Operator_OnIntegers_ComputesWith32Bits(string expression, string expected) =>
        Assert.Equal(expected, Json.Value(expression));

    /// <summary>The service groups shifts and comparisons from the left, and shifts no boolean.</summary>
    [Theory]
    [InlineData("4 = 1 << 2")]
    [InlineData("4 < 1 >> 2")]
    [InlineData("4 >= 1 >>> 2")]
    public void Shift_AfterAComparison_IsOfItsResult(string expression) => Assert.Null(Json.Value(expression));

    [Theory]
    [InlineData("2147483647 | 0", "2147483647")]
    [InlineData("2147483648 | 0", "-2147483648")]
    [InlineData("4294967296 | 0", "0")]
    [InlineData("6442450944 | 0", "-2147483648")]
    [InlineData("-2147483649 | 0", "2147483647")]
    [InlineData("1.9 | 0", "1")]
    [InlineData("-1.9 | 0", "-1")]
    [InlineData("-0 | 0", "0")]
    [InlineData("(1 / 0) | 1", "1")]
    [InlineData("(0 / 0) | 2", "2")]
    [InlineData("1e300 | 0", "0")]
    [InlineData("9007199254740993 & 1", "0")]
    public void Operand_OfAnotherRange_KeepsItsLast32Bits(string expression, string expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("'1' & 1")]
    [InlineData("1 | null")]
    [InlineData("undefined ^ 1")]
    [InlineData("true << 1")]
    [InlineData("[1] >> 1")]
    [InlineData("1 >>> {}")]
    [InlineData("~'1'")]
    [InlineData("~undefined")]
    public void Operand_OfAnotherType_IsUndefined(string expression) => Assert.Null(Json.Value(expression));
}
