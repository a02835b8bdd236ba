using DroneDelivery.CosmosEmulator.Query;
using DroneDelivery.CosmosEmulator.Query.Evaluation;

namespace DroneDelivery.CosmosEmulator.Tests.Query;

/// <summary>Built-in functions; each row agrees with how the SDK's native query planner folds the same text.</summary>
public sealed class ScalarFunctionTests
{
    [Theory]
    [InlineData("IS_NULL(undefined) = false AND IS_STRING(undefined) = false AND IS_DEFINED(undefined) = false")]
    [InlineData("IS_NULL(null) AND IS_BOOL(true) AND IS_NUMBER(1) AND IS_STRING('') AND IS_ARRAY([]) AND IS_OBJECT({})")]
    [InlineData("IS_PRIMITIVE(null) AND NOT IS_PRIMITIVE(undefined) AND NOT IS_PRIMITIVE([])")]
    [InlineData("IS_INTEGER(1.0) AND NOT IS_INTEGER(1.5) AND NOT IS_INTEGER(1e30) AND NOT IS_FINITE_NUMBER(1/0)")]
    [InlineData("IIF(true, 1, 2) = 1 AND IIF('x', 1, 2) = 2 AND IIF(undefined, 1, 2) = 2")]
    public void TypeFunction_AnyValue_IsDefined(string filter) => AssertTrue(filter);

    [Theory]
    [InlineData("STARTSWITH('abc', 'ab') AND ENDSWITH('abc', 'bc') AND CONTAINS('abc', 'b')")]
    [InlineData("STARTSWITH('abc', 'AB', true) AND ENDSWITH('abc', 'BC', true) AND CONTAINS('abc', 'B', true)")]
    [InlineData("NOT STARTSWITH('abc', 'AB') AND NOT CONTAINS('abc', 'B', false) AND STRINGEQUALS('a', 'A', true)")]
    [InlineData("NOT IS_DEFINED(CONTAINS('abc', 1)) AND NOT IS_DEFINED(CONTAINS('abc', 'b', 1))")]
    [InlineData("LOWER('AÉ') = 'aé' AND upper('aé') = 'AÉ'")]
    [InlineData("CONCAT('a', 'b', 'c') = 'abc' AND NOT IS_DEFINED(CONCAT('a', 1))")]
    [InlineData("TRIM('  a ') = 'a' AND LTRIM('yxab', 'xy') = 'ab' AND RTRIM('a ') = 'a'")]
    [InlineData("REPLACE('aab', 'a', 'x') = 'xxb' AND NOT IS_DEFINED(REPLACE('a', '', 'x'))")]
    [InlineData("REVERSE('abc') = 'cba' AND REVERSE('a😀b') = 'b😀a' AND NOT IS_DEFINED(REVERSE(1))")]
    [InlineData("REPLICATE('', 2147483647) = ''")]
    [InlineData("REPLICATE('ab', 2) = 'abab' AND REPLICATE('a', 0) = '' AND NOT IS_DEFINED(REPLICATE('a', -1))")]
    [InlineData("LENGTH(REPLICATE('ab', 5000)) = 10000 AND NOT IS_DEFINED(REPLICATE('ab', 5001)) AND NOT IS_DEFINED(REPLICATE('a', 1e18))")]
    public void StringFunction_OnConstants_GivesTheServicesAnswer(string filter) => AssertTrue(filter);

    [Theory]
    [InlineData("LENGTH('abc') = 3 AND LENGTH('😀') = 1 AND NOT IS_DEFINED(LENGTH(1))")]
    [InlineData("INDEX_OF('abc', 'c') = 2 AND INDEX_OF('abc', 'z') = -1 AND INDEX_OF('abca', 'a', 1) = 3")]
    [InlineData("INDEX_OF('😀b', 'b') = 1 AND INDEX_OF('abca', 'a', 9) = -1 AND INDEX_OF('abc', '') = 0")]
    [InlineData("LEFT('abc', 2) = 'ab' AND RIGHT('abc', 2) = 'bc' AND LEFT('abc', 9) = 'abc' AND LEFT('abc', -1) = ''")]
    [InlineData("LEFT('😀b', 1) = '😀' AND RIGHT('b😀', 1) = '😀' AND RIGHT('abc', 9) = 'abc'")]
    [InlineData("SUBSTRING('abc', 1, 1) = 'b' AND SUBSTRING('abc', 2, 5) = 'c' AND SUBSTRING('abc', 7, 5) = ''")]
    [InlineData("SUBSTRING('abc', -1, 2) = '' AND SUBSTRING('abc', 1, -1) = '' AND NOT IS_DEFINED(SUBSTRING('abc', 1.5, 1))")]
    public void PositionFunction_OnConstants_CountsCodePoints(string filter) => AssertTrue(filter);

    [Theory]
    [InlineData("INDEX_OF(1, 'a')")]
    [InlineData("INDEX_OF('a', 1, 0)")]
    [InlineData("INDEX_OF('a', 'a', -1)")]
    public void PositionFunction_OfOtherArguments_IsUndefined(string expression) => Assert.Null(Json.Value(expression));

    [Theory]
    [InlineData("ABS(-1) = 1 AND FLOOR(-1.5) = -2 AND CEILING(1.2) = 2 AND SIGN(-3) = -1 AND TRUNC(-1.7) = -1")]
    [InlineData("SQRT(9) = 3 AND SQUARE(3) = 9 AND POWER(2, 3) = 8 AND LOG10(100) = 2 AND LOG(8, 2) = 3 AND EXP(0) = 1")]
    [InlineData("NOT IS_DEFINED(SIGN(0 / 0)) AND SIGN(1 / 0) = 1 AND SIGN(-1 / 0) = -1")]
    [InlineData("ROUND(2.5) = 3 AND ROUND(-2.5) = -3 AND ROUND(0.5) = 1")]
    [InlineData("ROUND(1.256, 2) = 1.26 AND ROUND(1.255, 2) = 1.25 AND ROUND(1255, -2) = 1300")]
    [InlineData("ROUND(2.5, 309) = 2.5 AND ROUND(1e300, 10) = 1e300 AND ROUND(0, 400) = 0 AND ROUND(1e300, -309) = 0")]
    [InlineData("PI() > 3.14 AND PI() < 3.15 AND NOT IS_DEFINED(ABS('1')) AND NOT IS_DEFINED(ROUND(2.5, 0.5))")]
    public void MathFunction_OnConstants_GivesTheServicesAnswer(string filter) => AssertTrue(filter);

    [Theory]
    [InlineData("ARRAY_LENGTH([1, 2, undefined]) = 2 AND NOT IS_DEFINED(ARRAY_LENGTH('ab'))")]
    [InlineData("ARRAY_CONTAINS([1, 2], 2.0) AND NOT ARRAY_CONTAINS([1, 2], 3) AND ARRAY_CONTAINS(['1'], 1) = false")]
    [InlineData("ARRAY_CONTAINS([{'a':{'x':1,'y':2}}], {'a':{'x':1}}, true) AND NOT ARRAY_CONTAINS([{'a':1,'b':2}], {'a':1})")]
    [InlineData("NOT IS_DEFINED(ARRAY_CONTAINS([1], undefined)) AND NOT IS_DEFINED(ARRAY_CONTAINS([1], 1, 'x'))")]
    [InlineData("ARRAY_CONCAT([1], [2], [3]) = [1, 2, 3] AND NOT IS_DEFINED(ARRAY_CONCAT([1], 2))")]
    [InlineData("ARRAY_SLICE([1, 2, 3], 0) = [1, 2, 3] AND ARRAY_SLICE([1, 2, 3], 0, 1) = [1]")]
    [InlineData("NOT (ARRAY_CONTAINS([{'a': 1}], 1, true) OR ARRAY_CONTAINS([1, 'a'], {'a': 1}, true))")]
    [InlineData("ARRAY_SLICE([1, 2, 3], 1) = [2, 3] AND ARRAY_SLICE([1, 2, 3], -2, 1) = [2] AND ARRAY_SLICE([1, 2], 5) = []")]
    [InlineData("ARRAY_SLICE([1, 2, 3], -9, 2) = [1, 2] AND ARRAY_SLICE([1], 0, -1) = [] AND NOT IS_DEFINED(ARRAY_SLICE('ab', 0))")]
    public void ArrayFunction_OnConstants_GivesTheServicesAnswer(string filter) => AssertTrue(filter);

    private static void AssertTrue(string filter)
    {
        var program = QueryProgram.Compile(SqlParser.Parse($"SELECT * FROM c WHERE {filter}"), QueryParameters.None);

        Assert.True(program.Matches(Json.Bytes("{}")));
    }
}
