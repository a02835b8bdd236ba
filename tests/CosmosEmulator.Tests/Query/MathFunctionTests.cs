using System.Globalization;
using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>Trigonometry, bins and random numbers. The first rows of each are the documentation's.</summary>
public sealed class MathFunctionTests
{
    // The last bits depend on the platform's mathematics library.
    [Theory]
    [InlineData("ACOS(-1)", 3.141592653589793)]
    [InlineData("ATAN(-45.01)", -1.5485826962062663)]
    [InlineData("ATN2(35.175643, 129.44)", 0.265344532064832)]
    [InlineData("COS(14.78)", -0.5994654261946543)]
    [InlineData("COT(124.1332)", -0.040311998371148884)]
    [InlineData("DEGREES(1.5707963267948966)", 90)]
    [InlineData("DEGREES(3.141592653589793)", 180)]
    [InlineData("DEGREES(4.71238898038469)", 270)]
    [InlineData("DEGREES(6.283185307179586)", 360)]
    [InlineData("RADIANS(90)", 1.5707963267948966)]
    [InlineData("RADIANS(180)", 3.141592653589793)]
    [InlineData("RADIANS(270)", 4.71238898038469)]
    [InlineData("RADIANS(360)", 6.283185307179586)]
    [InlineData("SIN(45.175643)", 0.929607286611012)]
    [InlineData("TAN(124.1332)", -24.80651023035602)]
    [InlineData("TAN(PI() / 2) / 1e16", 1.6331239353195370)]
    [InlineData("ASIN(-1)", -1.5707963267948966)]
    [InlineData("ATN2(-1, -1)", -2.356194490192345)]
    [InlineData("ATN2(0, -1)", 3.141592653589793)]
    public void Trigonometry_OnNumbers_IsComputed(string expression, double expected) =>
        Assert.Equal(expected, double.Parse(Json.Value(expression)!, CultureInfo.InvariantCulture), 1e-9);

    [Theory]
    [InlineData("NUMBERBIN(37.752, -100)", "100")]
    [InlineData("NUMBERBIN(37.752, 10)", "30")]
    [InlineData("NUMBERBIN(37.752, 1)", "37")]
    [InlineData("NUMBERBIN(37.752, 0)", null)]
    [InlineData("NUMBERBIN(37.752, 0.1)", "37.7")]
    [InlineData("NUMBERBIN(37.752, 0.01)", "37.75")]
    [InlineData("NUMBERBIN(37.752)", "37")]
    [InlineData("NUMBERBIN(-37.752)", "-38")]
    [InlineData("NUMBERBIN(-37.752, 10)", "-40")]
    [InlineData("NUMBERBIN(30, 10)", "30")]
    [InlineData("NUMBERBIN('37', 1)", null)]
    [InlineData("NUMBERBIN(37, null)", null)]
    public void NumberBin_OfASize_RoundsDownToItsMultiple(string expression, string? expected) =>
        Assert.Equal(expected, Json.Value(expression));

    [Theory]
    [InlineData("SIN('1')")]
    [InlineData("COS(undefined)")]
    [InlineData("TAN(null)")]
    [InlineData("COT(true)")]
    [InlineData("ATN2(1, '1')")]
    [InlineData("DEGREES([1])")]
    [InlineData("ACOS(2)")]
    [InlineData("COT(0)")]
    public void Trigonometry_WithoutAResultInJson_IsLeftOut(string expression) => Assert.Null(Json.Value(expression));

    [Fact]
    public void Rand_EachTime_IsAnotherNumberBelowOne()
    {
        var program = QueryProgram.Compile(SqlParser.Parse("SELECT VALUE [RAND(), RAND()] FROM c"), QueryParameters.None);

        double[] numbers = [.. Enumerable.Range(0, 100).SelectMany(_ => ReadNumbers(Json.Project(program, "{}")!))];

        Assert.Equal(200, numbers.Distinct().Count());
        Assert.All(numbers, number => Assert.InRange(number, 0, 1 - 1e-16));
        Assert.Contains(numbers, number => number < 0.5);
        Assert.Contains(numbers, number => number > 0.5);
    }

    [Fact]
    public void Rand_InAFilter_IsNoConstant()
    {
        var program = QueryProgram.Compile(SqlParser.Parse("SELECT * FROM c WHERE RAND() < 2"), QueryParameters.None);

        Assert.True(program.HasResidual);
        Assert.True(program.MatchesResidual("{}"));
    }

    private static IEnumerable<double> ReadNumbers(string array) =>
        array.Trim('[', ']').Split(',').Select(number => double.Parse(number, CultureInfo.InvariantCulture));
}
